import { afterAll, beforeAll, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { RejectedRow } from '../../src/engine/ports/rejected-row.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { endpointOf, freshDatabase, run } from './move-between.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from './move-mysql.ts'

let postgres: RunningPostgres
let mariadb: RunningMariadb
let withoutFiles: RunningMariadb

beforeAll(async () => {
  ;[postgres, mariadb, withoutFiles] = await Promise.all([
    startPostgres(),
    startMariadb({ settings: { 'max-allowed-packet': '1M' } }),
    startMariadb({ settings: { 'max-allowed-packet': '1M', 'local-infile': '0' } }),
  ])
})

afterAll(() => Promise.all([postgres.stop(), mariadb.stop(), withoutFiles.stop()]))

const MODES = [{ mode: 'replace' }, { mode: 'append' }, { mode: 'upsert', key: ['id'] }] as const

const source = async () => {
  const database = await freshDatabase(postgres)
  await run(
    database,
    'CREATE TABLE t (id int PRIMARY KEY, v text, w text)',
    `INSERT INTO t VALUES (1, 'a', ''), (2, repeat('x', 3000000), ''), (3, repeat('é', 400000), repeat('y', 500000)), (4, repeat('b', 900000), '')`,
  )
  return endpointOf(database)
}

const bytesIn = async (database: MysqlDatabase) =>
  (await runMysql(database, 'SELECT LENGTH(v) AS bytes FROM t ORDER BY id')).map(({ bytes }) => bytes)

it.each(MODES)('rows that are larger than a packet arrive ($mode)', async (mode) => {
  for (const onInvalid of ['fail', 'reject'] as const) {
    const to = await freshMysql(mariadb)
    const stream = { entity: 'public.t', target: `${to.database}.t`, onInvalid, ...mode } as const
    const { streams } = await moveAcross(await source(), mysqlEndpoint(to), [stream])
    expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 4, rowsWritten: 4 }])
    expect(await bytesIn(to)).toEqual(['1', '3000000', '800000', '900000'])
  }
})

it.each(MODES)('without LOAD DATA they are rejected, and the others arrive ($mode)', async (mode) => {
  const to = await freshMysql(withoutFiles)
  const rules: string[] = []
  const stream = { entity: 'public.t', target: `${to.database}.t`, onInvalid: 'reject', ...mode } as const
  const keep = (_: string, { column, rule }: RejectedRow) => rules.push(`${column} ${inEnglish(rule)}`) > 0
  const { streams } = await moveAcross(await source(), mysqlEndpoint(to), [stream], {
    rejects: { days: 14, begin: () => {}, keep, finalize: async () => {}, countRejected: async () => 0 },
  })
  expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 4, rowsWritten: 2, rowsRejected: 2 }])
  expect(rules).toEqual([
    'v is in a row of 3,000,001 bytes; the server accepts at most 1,048,576 at once (max_allowed_packet)',
    'v is in a row of 1,300,001 bytes; the server accepts at most 1,048,576 at once (max_allowed_packet)',
  ])
  expect(await bytesIn(to)).toEqual(['1', '900000'])
})
