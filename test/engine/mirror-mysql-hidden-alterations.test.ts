import { expect, it } from 'vitest'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { startMirrorIntoMysql } from './mirror-into-mysql-support.ts'
import { ROW_LOG, startMysqlMirror } from './mirror-mysql-support.ts'
import { type Database, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'

let from: MysqlDatabase
let destination: Database

givenBothSystems(
  (ends) => {
    ;({ from, destination } = ends)
  },
  { mariadb: { settings: { ...ROW_LOG, 'sql-mode': '' } } },
)

/** Each changes rows of its table without a row in the log, in a way that is easily overlooked. */
const HIDDEN: Readonly<Record<string, string>> = {
  commented: `ALTER TABLE commented COMMENT = '/*', MODIFY a varchar(1), ADD INDEX i (a) COMMENT '*/'`,
  lined: `ALTER TABLE lined ADD INDEX i (a) -- don't\n, MODIFY a varchar(1) -- won't\n`,
  quoted: `ALTER TABLE quoted COMMENT = "a\\"", MODIFY a varchar(1), COMMENT = "c"`,
  doubled: `ALTER TABLE doubled COMMENT = "a""", MODIFY a varchar(1), COMMENT = "b"`,
  exchanged: 'ALTER TABLE parts EXCHANGE PARTITION p0 WITH TABLE exchanged',
  ...(!isMysql && {
    ignoring: 'ALTER IGNORE TABLE ignoring ADD UNIQUE (n)',
    waiting: 'ALTER TABLE waiting WAIT 5 MODIFY a varchar(1)',
    setting: `SET STATEMENT max_statement_time = 60 FOR ALTER TABLE setting MODIFY a varchar(1)`,
  }),
}

it('rows that a statement changes in a hidden way are copied again, or pause their table: none differs in silence', async () => {
  const shape = '(id int PRIMARY KEY, a varchar(20), n int)'
  for (const table of Object.keys(HIDDEN))
    await runMysql(from, `CREATE TABLE ${table} ${shape}`, `INSERT INTO ${table} VALUES (1, 'one', 7), (2, 'two', 7)`)
  await runMysql(
    from,
    `CREATE TABLE parts ${shape} PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (10))`,
    `INSERT INTO parts VALUES (3, 'three', 8)`,
  )
  const mirrored = { columns: ['id', 'a', 'n'], key: ['id'] }
  const tables = Object.fromEntries(Object.keys(HIDDEN).map((table) => [table, mirrored]))
  const mirror = await startMysqlMirror(from, destination, tables)
  await mirror.caughtUp()
  for (const statement of Object.values(HIDDEN)) await runMysql(from, statement)
  await mirror.caughtUp()
  const differing = async () => {
    const found: string[] = []
    for (const table of Object.keys(HIDDEN)) {
      const sql = `SELECT id, a, n FROM ${table} ORDER BY id`
      const isEqual = JSON.stringify(await run(destination, sql)) === JSON.stringify(await runMysql(from, sql))
      if (!isEqual && !mirror.paused.has(`${from.database}.${table}`)) found.push(table)
    }
    return found
  }
  await expect.poll(differing, { timeout: 20_000 }).toEqual([])
  expect([...mirror.paused.keys()]).toEqual([`${from.database}.exchanged`])
  expect(new Set(mirror.changed).size).toBe(Object.keys(HIDDEN).length - 1)
  await mirror.stop()
})

it('tables that cannot be followed any more at the same time are all copied or paused: none is forgotten', async () => {
  const names = Array.from({ length: 6 }, (_, n) => `t${n}`)
  for (const table of names)
    await runMysql(
      from,
      `CREATE TABLE ${table} (id int PRIMARY KEY, a varchar(20), n int)`,
      `INSERT INTO ${table} VALUES (1, 'one', 7)`,
    )
  const tables = Object.fromEntries(names.map((table) => [`${from.database}.${table}`, table]))
  const mirror = await startMirrorIntoMysql(mysqlEndpoint(from), { postgres: destination }, tables)
  await mirror.caughtUp()
  // The log is read on while a batch waits.
  const locked = run(destination, 'BEGIN; LOCK TABLE t0; SELECT pg_sleep(1); COMMIT')
  await expect
    .poll(() =>
      run(destination, `SELECT FROM pg_locks WHERE relation = 't0'::regclass AND mode = 'AccessExclusiveLock'`),
    )
    .toHaveLength(1)
  await runMysql(from, 'UPDATE t0 SET n = 8')
  const isKeyOther = (table: string) => ['t1', 't3', 't5'].includes(table)
  const alterations = names.map((table) =>
    isKeyOther(table)
      ? `ALTER TABLE ${table} DROP PRIMARY KEY, ADD PRIMARY KEY (id, a)`
      : `ALTER TABLE ${table} MODIFY a varchar(30)`,
  )
  await runMysql(
    from,
    ...alterations,
    ...names.map((table) => `INSERT INTO ${table} VALUES (1, 'dup', 8) ON DUPLICATE KEY UPDATE n = 9`),
  )
  await locked
  await expect
    .poll(() => new Set(mirror.paused.keys()), { timeout: 20_000 })
    .toEqual(new Set(['t1', 't3', 't5'].map((table) => `${from.database}.${table}`)))
  for (const table of ['t0', 't2', 't4'])
    await expect.poll(() => run(destination, `SELECT n FROM ${table}`), { timeout: 20_000 }).toEqual([{ n: '9' }])
  await mirror.stop()
})
