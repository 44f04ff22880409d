import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMirrorIntoMysql } from '../engine/mirror-into-mysql-support.ts'
import { LOGICAL } from '../engine/mirror-support.ts'
import { endpointOf, freshDatabase, run } from '../engine/move-between.ts'
import { freshMysql } from '../engine/move-mysql.ts'
import { numbers } from '../support/mariadb/numbers.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'

let postgres: RunningPostgres
let mariadb: RunningMariadb

beforeAll(async () => {
  // All tables share one file that may not grow past its end, as on a disk that is full.
  const settings = { 'innodb-file-per-table': 'OFF', 'innodb-data-file-path': 'ibdata1:12M:autoextend:max:64M' }
  ;[postgres, mariadb] = await Promise.all([startPostgres({ settings: LOGICAL }), startMariadb({ settings })])
})
afterAll(() => Promise.all([postgres?.stop(), mariadb?.stop()]))

it('a mirror whose destination has no room for a change says so, and goes on when there is some, without a loss', async () => {
  const source = await freshDatabase(postgres)
  const to = await freshMysql(mariadb)
  await run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, note text)',
    'CREATE TABLE k (n int)',
    'ALTER TABLE k REPLICA IDENTITY FULL',
  )
  const start = () =>
    startMirrorIntoMysql(endpointOf(source), to, { 'public.t': 't', 'public.k': 'k' }, { retryMs: 300 })
  const first = await start()
  await first.caughtUp()
  await first.stop()
  await runMysql(
    to,
    'CREATE TABLE filler (id int PRIMARY KEY, note longtext)',
    `INSERT INTO filler SELECT seq, REPEAT('x', 7000) FROM ${numbers(3500)}`,
  )
  const said = new Set<string>()
  const follow = async () => {
    const mirror = await start()
    mirror.ended.catch((error: { problem?: { code: string } }) => said.add(error.problem?.code ?? String(error)))
    return mirror
  }
  let mirror = await follow()
  await run(source, `INSERT INTO t SELECT n, repeat(md5(n::text), 250) FROM generate_series(1, 5000) n`)
  for (let n = 0; n < 10; n++) await run(source, `INSERT INTO k VALUES (${n})`)
  await expect
    .poll(
      async () => {
        for (const problem of mirror.paused.values()) if (problem) said.add(problem.code)
        if (said.has('DISK_FULL')) return true
        await Promise.race([mirror.ended.catch(() => {}), new Promise((resolve) => setTimeout(resolve, 300))])
        return said.has('DISK_FULL')
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  await mirror.stop().catch(() => {})
  await mirror.settled
  await runMysql(to, 'DROP TABLE filler')
  mirror = await follow()
  await expect.poll(() => mirror.paused.size, { timeout: 30_000 }).toBe(0)
  await mirror.caughtUp()
  const sums =
    'SELECT (SELECT count(*) FROM t) AS n, (SELECT sum(length(note)) FROM t) AS bytes, (SELECT count(*) FROM k) AS c'
  await expect.poll(() => runMysql(to, sums), { timeout: 60_000 }).toEqual(await run(source, sums))
  expect([mirror.divergent, mirror.gaps]).toEqual([0, []])
  await mirror.stop()
})
