import { afterAll, beforeAll, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { RejectedRow } from '../../src/engine/ports/rejected-row.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { endpointOf, freshDatabase, run } from './move-between.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from './move-mysql.ts'

let postgres: RunningPostgres
let mariadb: RunningMariadb

beforeAll(async () => {
  ;[postgres, mariadb] = await Promise.all([
    startPostgres(),
    startMariadb({ settings: { 'max-allowed-packet': '1M' } }),
  ])
})

afterAll(() => Promise.all([postgres.stop(), mariadb.stop()]))

const MODES = [{ mode: 'replace' }, { mode: 'append' }, { mode: 'upsert', key: ['id'] }] as const

it.each(MODES)(
  'a row that is larger than the server accepts is rejected, and the others arrive ($mode)',
  async (mode) => {
    const [source, to] = [await freshDatabase(postgres), await freshMysql(mariadb)]
    await run(
      source,
      'CREATE TABLE t (id int PRIMARY KEY, v text, w text)',
      `INSERT INTO t VALUES (1, 'a', ''), (2, repeat('x', 3000000), ''), (3, repeat('é', 400000), repeat('y', 500000)), (4, repeat('b', 900000), '')`,
    )
    const rules: string[] = []
    const stream = { entity: 'public.t', target: `${to.database}.t`, onInvalid: 'reject', ...mode } as const
    const keep = (_: string, { column, rule }: RejectedRow) => rules.push(`${column} ${inEnglish(rule)}`) > 0
    const { streams } = await moveAcross(endpointOf(source), mysqlEndpoint(to), [stream], {
      rejects: { days: 14, begin: () => {}, keep, finalize: async () => {}, countRejected: async () => 0 },
    })
    expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 4, rowsWritten: 2, rowsRejected: 2 }])
    expect(rules).toEqual([
      'v is in a row of 3,000,001 bytes; the server accepts at most 1,048,576 at once (max_allowed_packet)',
      'v is in a row of 1,300,001 bytes; the server accepts at most 1,048,576 at once (max_allowed_packet)',
    ])
    expect(await runMysql(to, 'SELECT id, LENGTH(v) AS bytes FROM t ORDER BY id')).toEqual([
      { id: '1', bytes: '1' },
      { id: '4', bytes: '900000' },
    ])
  },
)
