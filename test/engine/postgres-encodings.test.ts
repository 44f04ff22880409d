import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { endpointOf, freshDatabase, run } from './move-between.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from './move-mysql.ts'

let mariadb: RunningMariadb
let postgres: RunningPostgres

beforeAll(async () => {
  ;[mariadb, postgres] = await Promise.all([startMariadb(), startPostgres()])
})

afterAll(() => Promise.all([mariadb?.stop(), postgres?.stop()]))

describe('a Postgres database in another encoding', () => {
  const LATIN1 = "ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
  const ASCII = "ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
  const stream = { entity: 'public.t', target: 'public.t', mode: 'replace' as const }
  const digits = `SELECT n::text, encode(convert_to(s, 'SQL_ASCII'), 'hex') AS digits FROM t ORDER BY n`

  it('LATIN1, has every letter of its own in UTF-8 and back', async () => {
    const [from, between, to] = [
      await freshDatabase(postgres, LATIN1),
      await freshDatabase(postgres),
      await freshDatabase(postgres, LATIN1),
    ]
    await run(from, 'CREATE TABLE t AS SELECT n, chr(n) AS s FROM generate_series(1, 255) AS n')
    for (const [one, other] of [
      [from, between],
      [between, to],
    ] as const) {
      const { streams } = await moveAcross(endpointOf(one), endpointOf(other), [stream])
      expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 255 }])
    }
    const codes = (database: typeof from) => run(database, 'SELECT n::text, ascii(s)::text AS code FROM t ORDER BY t.n')
    expect(await codes(between)).toEqual(await codes(from))
    expect(await codes(to)).toEqual(await codes(from))
  })

  it('LATIN1, refuses a letter that it lacks, and the old rows stay', async () => {
    const [from, to] = [await freshDatabase(postgres), await freshDatabase(postgres, LATIN1)]
    await run(from, `CREATE TABLE t AS SELECT 1 AS n, '中' AS s`)
    await run(to, `CREATE TABLE t AS SELECT 0 AS n, 'old' AS s`)
    const { streams } = await moveAcross(endpointOf(from), endpointOf(to), [stream])
    expect(streams).toMatchObject([{ status: 'failed', error: { code: 'VALUE_NOT_TEXT' } }])
    expect(await run(to, 'SELECT s FROM t')).toEqual([{ s: 'old' }])
  })

  it('SQL_ASCII, comes to its like byte by byte, and elsewhere what is not UTF-8 is refused', async () => {
    const from = await freshDatabase(postgres, ASCII)
    await run(
      from,
      'CREATE TABLE t (n int, s text)',
      `INSERT INTO t SELECT n, convert_from(set_byte('\\x00', 0, n), 'SQL_ASCII') FROM generate_series(1, 255) AS n`,
    )
    const same = await freshDatabase(postgres, ASCII)
    expect((await moveAcross(endpointOf(from), endpointOf(same), [stream])).streams).toMatchObject([
      { status: 'succeeded', rowsWritten: 255 },
    ])
    expect(await run(same, digits)).toEqual(await run(from, digits))

    const other = await freshDatabase(postgres)
    expect((await moveAcross(endpointOf(from), endpointOf(other), [stream])).streams).toMatchObject([
      { status: 'failed', error: { code: 'VALUE_NOT_TEXT' } },
    ])
    const mysql = await freshMysql(mariadb)
    const toMysql = { ...stream, target: `${mysql.database}.t` }
    for (const onInvalid of ['fail', 'reject'] as const) {
      const rejects = {
        days: 14,
        begin: () => {},
        keep: () => true,
        finalize: async () => {},
        countRejected: async () => 0,
      }
      const across = [{ ...toMysql, onInvalid }]
      const { streams } = await moveAcross(endpointOf(from), mysqlEndpoint(mysql), across, { rejects })
      expect(streams).toMatchObject([{ status: 'failed', rowsWritten: 0 }])
    }
  })
})
