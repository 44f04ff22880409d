import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { numbers } from '../support/mariadb/numbers.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { TRIES_ALL } from '../support/samples.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { ROW_LOG, rowsIn, startMysqlMirror } from './mirror-mysql-support.ts'
import { type Database, run } from './move-between.ts'

let source: MysqlDatabase
let destination: Database
let entity: string

givenBothSystems(
  (ends) => {
    source = ends.from
    destination = ends.destination
    entity = `${source.database}.t`
  },
  { mariadb: { settings: ROW_LOG } },
)

const TABLES = {
  t: { columns: ['id', 'a', 'e', 'b'], key: ['id'] },
  u: { columns: ['id', 'a'], key: ['id'] },
}

const columns = 'id, a, e, b'
const mirrored = () => run(destination, `SELECT ${columns} FROM t ORDER BY 1`)
const original = () => runMysql(source, `SELECT ${columns} FROM t ORDER BY 1`)

beforeEach(async () => {
  await runMysql(
    source,
    `CREATE TABLE t (id int PRIMARY KEY, a varchar(20), e enum('x','y','z'), b int)`,
    `INSERT INTO t SELECT seq, CONCAT('a', seq), 'y', seq FROM ${numbers(5)}`,
    'CREATE TABLE u (id int PRIMARY KEY, a varchar(20))',
    `INSERT INTO u VALUES (1, 'one')`,
  )
})

afterEach(() => runMysql(source, `SET GLOBAL binlog_row_metadata = 'FULL'`))

const MADE_AGAIN = `CREATE TABLE t (id int PRIMARY KEY, a varchar(20), e enum('x','y','z'), b int)`

type Following = Awaited<ReturnType<typeof startMysqlMirror>>

/** Only the table `t` waits for a person, for this reason, and equals its source after another copy; the other goes on. */
async function expectPaused(mirror: Following, reason: RegExp): Promise<void> {
  await expect.poll(() => mirror.paused.has(entity), { timeout: 20_000 }).toBe(true)
  const problem = mirror.paused.get(entity)
  expect(problem && inEnglish(problem.message)).toMatch(reason)
  await runMysql(source, `INSERT INTO u VALUES (77, 'goes on')`)
  await expect.poll(() => run(destination, 'SELECT * FROM u WHERE id = 77'), { timeout: 10_000 }).toHaveLength(1)
  await mirror.control.resume(entity)
  await runMysql(source, `UPDATE t SET a = 'then' WHERE id = 2`)
  await mirror.caughtUp()
  expect(mirror.paused.size).toBe(0)
  expect(await mirrored()).toEqual(await original())
  expect(await run(destination, 'SELECT * FROM u ORDER BY 1')).toEqual(await rowsIn(source, 'u'))
}

type Altered = [string, readonly string[]]

const AFTER = `INSERT INTO t (id, a, e, b) VALUES (10, 'after', 'z', 10)`

describe.each([
  ['with names of columns in the log', 'FULL'],
  ['without', isMysql ? 'MINIMAL' : 'NO_LOG'],
])('a table that is altered, %s', (_, metadata) => {
  beforeEach(() => runMysql(source, `SET GLOBAL binlog_row_metadata = '${metadata}'`))

  it('follows on if its columns stay as they are', async () => {
    const chosen = { ...TABLES, t: { ...TABLES.t, isChosen: true as const } }
    const mirror = await startMysqlMirror(source, destination, chosen, { isReady: metadata === 'FULL' })
    await mirror.caughtUp()
    for (const statement of [
      `UPDATE t SET a = 'before' WHERE id = 1`,
      'ALTER TABLE t ADD COLUMN other int DEFAULT 7 AFTER id, ADD INDEX (a)',
      `INSERT INTO t (id, a, e, b) VALUES (10, 'after', 'z', 10)`,
      'ALTER TABLE t DROP COLUMN other',
      'CREATE INDEX more ON t (b)',
      `UPDATE t SET b = 11 WHERE id = 10`,
    ]) {
      await runMysql(source, statement)
      await mirror.caughtUp()
    }
    expect([...mirror.paused.keys()]).toEqual([])
    expect(await mirrored()).toEqual(await original())
    expect(mirror.divergent).toBe(0)
    await mirror.stop()
  })

  const ALTERED: readonly Altered[] = [
    ['a column that is made again', ['ALTER TABLE t DROP COLUMN b', 'ALTER TABLE t ADD COLUMN b int DEFAULT 5']],
    ['a column that becomes another type', ['ALTER TABLE t MODIFY b bigint']],
    ['words in another order', [`ALTER TABLE t MODIFY e enum('z','y','x')`]],
    ['columns that exchange their names', ['ALTER TABLE t CHANGE a c varchar(20), ADD COLUMN a varchar(20)']],
    ['another table in its place', ['CREATE TABLE n LIKE t', 'RENAME TABLE t TO old, n TO t']],
    ...(isMysql
      ? []
      : [['a table that replaces another', [MADE_AGAIN.replace('CREATE', 'CREATE OR REPLACE')]] satisfies Altered]),
  ]
  // Each with one of the two logs.
  const half = metadata === 'FULL' ? 0 : 1
  it.each(ALTERED.filter((_, at) => TRIES_ALL || at % 2 === half))(
    'is copied again alone for %s, also if the mirror was off',
    async (__, statements) => {
      // The copies of this test bring these columns, so others are not followed.
      const tables = { ...TABLES, t: { ...TABLES.t, isChosen: true as const } }
      const first = await startMysqlMirror(source, destination, tables, { isReady: metadata === 'FULL' })
      await first.caughtUp()
      await first.stop()
      await runMysql(source, `UPDATE t SET a = 'before' WHERE id = 1`, ...statements, AFTER)
      const mirror = await startMysqlMirror(source, destination, tables, { isReady: metadata === 'FULL' })
      await expect.poll(mirrored, { timeout: 20_000 }).toEqual(await original())
      await runMysql(source, `UPDATE t SET a = 'then' WHERE id = 2`)
      await mirror.caughtUp()
      expect(await mirrored()).toEqual(await original())
      expect([[...mirror.paused], new Set(mirror.changed)]).toEqual([[], new Set([entity])])
      await mirror.stop()
    },
  )

  it.each<Altered>([
    ['a table that is made again', ['DROP TABLE t', MADE_AGAIN]],
    ['another key', ['ALTER TABLE t DROP PRIMARY KEY, ADD PRIMARY KEY (id, b)']],
  ])('pauses alone for %s, also if the mirror was off', async (__, statements) => {
    const first = await startMysqlMirror(source, destination, TABLES, { isReady: metadata === 'FULL' })
    await first.caughtUp()
    await first.stop()
    await runMysql(source, ...statements, AFTER)
    const mirror = await startMysqlMirror(source, destination, TABLES, { isReady: metadata === 'FULL' })
    await expectPaused(mirror, /altered/)
    await mirror.stop()
  })

  it('waits for a person if the flow says so', async () => {
    const tables = { ...TABLES, t: { ...TABLES.t, drift: 'stop' as const } }
    const mirror = await startMysqlMirror(source, destination, tables, { isReady: metadata === 'FULL' })
    await mirror.caughtUp()
    await runMysql(source, 'ALTER TABLE t MODIFY b bigint', AFTER)
    await expectPaused(mirror, /altered/)
    await mirror.stop()
  })
})

describe('changes of which the log has no rows', () => {
  it.each([
    ['as text', [`SET binlog_format = 'STATEMENT'`, `UPDATE t SET a = 'text' WHERE id = 1`], /does not have the rows/],
    [
      'without their key',
      [
        `SET binlog_row_image = 'MINIMAL'`,
        `INSERT INTO t (id) VALUES (20)`,
        'ALTER TABLE t ALTER b SET DEFAULT 4',
        'INSERT INTO t (id) VALUES (21)',
      ],
      /without their values of b/,
    ],
  ])('pause the table: %s', async (_, statements, reason) => {
    const mirror = await startMysqlMirror(source, destination, TABLES)
    await mirror.caughtUp()
    await runMysql(source, ...statements)
    await expectPaused(mirror, reason)
    await mirror.stop()
  })

  it('pause the table: a day that no calendar has, if its flow wants to hear of it', async () => {
    await runMysql(source, 'CREATE TABLE d (id int PRIMARY KEY, day date)')
    const mirror = await startMysqlMirror(source, destination, {
      u: TABLES.u,
      d: { columns: ['id', 'day'], key: ['id'], zeroDates: 'fail' },
    })
    await mirror.caughtUp()
    await runMysql(source, `INSERT INTO d VALUES (1, '2024-01-01')`, `INSERT INTO d VALUES (2, '0000-00-00')`)
    await expect.poll(() => [...mirror.paused.keys()], { timeout: 20_000 }).toEqual([`${source.database}.d`])
    await mirror.stop()
  })
})

it('a dropped table pauses alone', async () => {
  const mirror = await startMysqlMirror(source, destination, TABLES)
  await mirror.caughtUp()
  await runMysql(source, 'DROP TABLE t', `INSERT INTO u VALUES (3, 'on')`)
  await expect.poll(() => [...mirror.paused.keys()], { timeout: 20_000 }).toEqual([entity])
  await mirror.caughtUp()
  expect(await run(destination, 'SELECT * FROM u ORDER BY 1')).toEqual(await rowsIn(source, 'u'))
  await mirror.stop()
})

it('a table that the account may not read any more is not called gone, and has the statement that grants it', async () => {
  const { database } = source
  await runMysql(
    source,
    'CREATE TABLE kept (id int PRIMARY KEY)',
    'CREATE TABLE hidden (id int PRIMARY KEY)',
    `CREATE USER narrow@'%' IDENTIFIED BY 'secret'`,
    `GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO narrow@'%'`,
    `GRANT SELECT ON ${database}.kept TO narrow@'%'`,
    `GRANT SELECT ON ${database}.hidden TO narrow@'%'`,
  )
  const narrow = { ...source, user: 'narrow', password: 'secret' }
  const tables = { kept: { columns: ['id'], key: ['id'] }, hidden: { columns: ['id'], key: ['id'] } }
  const mirror = await startMysqlMirror(narrow, destination, tables)
  await mirror.caughtUp()
  await mirror.stop()
  await runMysql(source, `REVOKE SELECT ON ${database}.hidden FROM narrow@'%'`, 'INSERT INTO kept VALUES (1)')

  const again = await startMysqlMirror(narrow, destination, tables, { isReady: false })
  onTestFinished(() => again.stop())
  const hidden = `${database}.hidden`
  await expect
    .poll(() => again.paused.get(hidden), { timeout: 20_000 })
    .toMatchObject({
      code: 'PERMISSION_MISSING',
      refused: { table: hidden },
    })
})
