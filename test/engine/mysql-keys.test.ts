import { afterAll, beforeAll, expect, it } from 'vitest'
import { shownType } from '../support/mariadb/mysql-server.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { endpointOf, freshDatabase, run } from './move-between.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from './move-mysql.ts'

let postgres: RunningPostgres
let mariadb: RunningMariadb

beforeAll(async () => {
  ;[postgres, mariadb] = await Promise.all([startPostgres(), startMariadb()])
})

afterAll(() => Promise.all([postgres?.stop(), mariadb?.stop()]))

it.each([
  [{ a: 'int', b: 'text' }, `1, 'x'`, [shownType('int(11)'), 'varchar(760)']],
  [{ a: 'text', b: 'bigint', c: 'text' }, `'x', 1, 'y'`, ['varchar(380)', shownType('bigint(20)'), 'varchar(380)']],
  [{ a: 'varchar(20)', b: 'text' }, `'x', 'y'`, ['varchar(20)', 'varchar(748)']],
  [
    { a: 'numeric', b: 'uuid', c: 'timestamptz', d: 'bytea', e: 'text' },
    `1.5, '00000000-0000-0000-0000-000000000001', '2024-01-01', '\\x00', 'x'`,
    ['decimal(65,30)', 'varchar(36)', 'datetime(6)', 'varbinary(1434)', 'varchar(358)'],
  ],
] as const)('a key of %j gets lengths that fit into an index of MySQL', async (columns, values, types) => {
  const from = await freshDatabase(postgres)
  const to = await freshMysql(mariadb)
  const names = Object.keys(columns)
  const list = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  await run(
    from,
    `CREATE TABLE ck (${list.join(', ')}, PRIMARY KEY (${names.join(', ')}))`,
    `INSERT INTO ck VALUES (${values})`,
  )
  const stream = { entity: 'public.ck', target: `${to.database}.ck`, mode: 'upsert' as const }
  for (let round = 0; round < 2; round++) {
    const { streams } = await moveAcross(endpointOf(from), mysqlEndpoint(to), [stream])
    expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 1 }])
  }
  const made = await runMysql(
    to,
    `SELECT COLUMN_TYPE AS type FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'ck'
       AND COLUMN_KEY = 'PRI' ORDER BY ORDINAL_POSITION`,
  )
  expect(made.map(({ type }) => type)).toEqual(types)
  expect(await runMysql(to, 'SELECT COUNT(*) AS found FROM ck')).toEqual([{ found: '1' }])
})
