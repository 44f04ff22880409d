import { expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { startMirrorIntoMysql } from './mirror-into-mysql-support.ts'
import { ROW_LOG, startMysqlMirror } from './mirror-mysql-support.ts'
import { type Database, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'

let from: MysqlDatabase
let to: MysqlDatabase
let destination: Database

givenBothSystems(
  (ends) => {
    ;({ from, to, destination } = ends)
  },
  { mariadb: { settings: ROW_LOG } },
)

const ROWS = 'SELECT id, a, c FROM t ORDER BY id'

it.each(['postgres', 'mysql'] as const)(
  'a column that comes in MariaDB while its mirror is on, or off, arrives in %s with its values',
  async (kind) => {
    await runMysql(
      from,
      'CREATE TABLE t (id int PRIMARY KEY, a varchar(20))',
      `INSERT INTO t VALUES (1, 'one'), (2, 'two')`,
    )
    const into = kind === 'postgres' ? { postgres: destination } : to
    const rows = (sql = ROWS) => (kind === 'postgres' ? run(destination, sql) : runMysql(to, sql)).catch(() => [])
    const start = () => startMirrorIntoMysql(mysqlEndpoint(from), into, { [`${from.database}.t`]: 't' })
    const mirror = await start()
    await mirror.caughtUp()
    await runMysql(from, 'ALTER TABLE t ADD COLUMN c int DEFAULT 7', `INSERT INTO t VALUES (3, 'three', 9)`)
    await expect.poll(() => rows(), { timeout: 20_000 }).toEqual(await runMysql(from, ROWS))
    await runMysql(from, 'UPDATE t SET c = 8 WHERE id = 1', `INSERT INTO t VALUES (4, 'four', 4)`)
    await mirror.caughtUp()
    expect(await rows()).toEqual(await runMysql(from, ROWS))
    await mirror.stop()

    await runMysql(from, 'ALTER TABLE t ADD COLUMN d int DEFAULT 5', `INSERT INTO t VALUES (5, 'five', 1, 2)`)
    const again = await start()
    const all = 'SELECT id, a, c, d FROM t ORDER BY id'
    await expect.poll(() => rows(all), { timeout: 20_000 }).toEqual(await runMysql(from, all))
    await again.caughtUp()
    expect([mirror.changed, again.changed, mirror.divergent]).toEqual([[], [], 0])
    await again.stop()
  },
)

it('columns that come and go in MariaDB are followed without a copy, in their place among the changes', async () => {
  await runMysql(
    from,
    'CREATE TABLE t (id int PRIMARY KEY, a varchar(20), b int)',
    `INSERT INTO t VALUES (1, 'one', 1)`,
  )
  const mirror = await startMirrorIntoMysql(
    mysqlEndpoint(from),
    { postgres: destination },
    { [`${from.database}.t`]: 't' },
  )
  await mirror.caughtUp()
  await runMysql(
    from,
    `INSERT INTO t VALUES (2, 'two', 2)`,
    `ALTER TABLE t ADD COLUMN c varchar(9) NOT NULL DEFAULT 'it''s', ADD d decimal(8,2) DEFAULT 1.5 AFTER id, ADD e datetime`,
    `INSERT INTO t (id, a, b, c, d) VALUES (3, 'three', 3, 'own', 2.25)`,
  )
  await mirror.caughtUp()
  await runMysql(
    from,
    'ALTER TABLE t DROP COLUMN b',
    `INSERT INTO t (id, a, c, d, e) VALUES (4, 'four', 'x', NULL, '2026-01-02 03:04:05')`,
    'ALTER TABLE t ADD COLUMN u bigint unsigned NOT NULL, ALGORITHM = COPY',
    `UPDATE t SET u = 18446744073709551615, a = 'changed' WHERE id = 1`,
  )
  const rows = 'SELECT id, a, c, d, CAST(e AS char(19)) AS e, u FROM t ORDER BY id'
  await expect
    .poll(() => run(destination, rows).catch(() => []), { timeout: 20_000 })
    .toEqual(await runMysql(from, rows))
  await mirror.caughtUp()
  expect(await run(destination, 'SELECT b FROM t ORDER BY id')).toEqual(['1', '2', '3', null].map((b) => ({ b })))
  expect([mirror.changed, [...mirror.paused], mirror.divergent]).toEqual([[], [], 0])

  // The one that has gone is still there, with its values.
  await runMysql(from, 'ALTER TABLE t ADD COLUMN b int')
  const again = 'SELECT id, b FROM t ORDER BY id'
  await expect.poll(() => run(destination, again), { timeout: 20_000 }).toEqual(await runMysql(from, again))
  expect(mirror.changed).toEqual([`${from.database}.t`])
  await mirror.stop()
})

it('a column that comes while its table is paused in MariaDB arrives in its place when it goes on', async () => {
  await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY, a varchar(20))', `INSERT INTO t VALUES (1, 'one')`)
  const entity = `${from.database}.t`
  const mirror = await startMirrorIntoMysql(mysqlEndpoint(from), { postgres: destination }, { [entity]: 't' })
  await mirror.caughtUp()
  await mirror.control.pause(entity)
  await runMysql(
    from,
    `INSERT INTO t VALUES (2, 'two')`,
    'ALTER TABLE t ADD COLUMN c int DEFAULT 7',
    'UPDATE t SET c = 8 WHERE id = 2',
  )
  await mirror.caughtUp()
  await mirror.control.resume(entity)
  await mirror.caughtUp()
  expect(await run(destination, ROWS)).toEqual(await runMysql(from, ROWS))
  expect(mirror.changed).toEqual([])
  await mirror.stop()
})

it('a column that comes in MariaDB waits for a person if the flow says so, and one that was not chosen is left out', async () => {
  for (const table of ['t', 'u'])
    await runMysql(
      from,
      `CREATE TABLE ${table} (id int PRIMARY KEY, a varchar(20))`,
      `INSERT INTO ${table} VALUES (1, 'one')`,
    )
  const mirrored = { columns: ['id', 'a'], key: ['id'] }
  const mirror = await startMysqlMirror(from, destination, {
    t: { ...mirrored, drift: 'stop' },
    u: { ...mirrored, drift: 'ignore' },
  })
  await mirror.caughtUp()
  for (const table of ['t', 'u'])
    await runMysql(from, `ALTER TABLE ${table} ADD COLUMN c int DEFAULT 7`, `INSERT INTO ${table} VALUES (2, 'two', 2)`)
  const entity = `${from.database}.t`
  await expect.poll(() => [...mirror.paused.keys()], { timeout: 20_000 }).toEqual([entity])
  const problem = mirror.paused.get(entity)
  expect(problem && inEnglish(problem.message)).toContain('c has come')
  await expect.poll(() => run(destination, 'SELECT * FROM u WHERE id = 2'), { timeout: 20_000 }).toHaveLength(1)
  expect(await run(destination, 'SELECT * FROM t')).toHaveLength(1)
  await mirror.stop()
})

it('a column that MariaDB computes, or an index, brings no copy', async () => {
  await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY, a int)', 'INSERT INTO t VALUES (1, 1)')
  const mirror = await startMirrorIntoMysql(
    mysqlEndpoint(from),
    { postgres: destination },
    { [`${from.database}.t`]: 't' },
  )
  await mirror.caughtUp()
  await runMysql(
    from,
    'ALTER TABLE t ADD COLUMN b int AS (a * 2) STORED',
    'ALTER TABLE t ADD INDEX (a)',
    'INSERT INTO t (id, a) VALUES (2, 2)',
  )
  await mirror.caughtUp()
  expect(await run(destination, 'SELECT id, a FROM t ORDER BY id')).toEqual([
    { id: '1', a: '1' },
    { id: '2', a: '2' },
  ])
  expect([mirror.changed, [...mirror.paused.keys()]]).toEqual([[], []])
  await mirror.stop()
})
