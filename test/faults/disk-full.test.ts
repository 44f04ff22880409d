import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpointOf, freshDatabase, problems, run, statuses } from '../engine/move-between.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from '../engine/move-mysql.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'

let postgres: RunningPostgres
let mariadb: RunningMariadb

beforeAll(async () => {
  // All tables share one file that may not grow past its end, as on a disk that is full.
  const settings = { 'innodb-file-per-table': 'OFF', 'innodb-data-file-path': 'ibdata1:12M:autoextend:max:32M' }
  ;[postgres, mariadb] = await Promise.all([startPostgres(), startMariadb({ settings })])
})
afterAll(() => Promise.all([postgres.stop(), mariadb.stop()]))

it('a destination whose disk fills up under the rows keeps the old ones, gets its space back, and says what to do', async () => {
  const from = await freshDatabase(postgres)
  await run(
    from,
    `CREATE TABLE t AS SELECT n AS id, repeat(md5(n::text), 100) AS note FROM generate_series(1, 20000) n`,
  )
  const to = await freshMysql(mariadb)
  await runMysql(to, 'CREATE TABLE t (id int, note longtext)', `INSERT INTO t VALUES (0, 'old')`)
  const move = () =>
    moveAcross(endpointOf(from), mysqlEndpoint(to), [
      { entity: 'public.t', target: `${to.database}.t`, mode: 'replace' },
    ])

  expect(problems(await move())).toMatchObject([
    { code: 'DISK_FULL', hint: says(expect.stringContaining('disk space')) },
  ])
  expect(await runMysql(to, 'SELECT note FROM t')).toMatchObject([{ note: 'old' }])

  await run(from, 'DELETE FROM t WHERE id > 2000')
  expect(statuses(await move())).toEqual(['succeeded'])
  expect(await runMysql(to, 'SELECT COUNT(*) AS n FROM t')).toMatchObject([{ n: '2000' }])
})
