import { describe, expect, it } from 'vitest'
import { attemptTable } from '../../src/engine/connectors/mysql/fence/fence.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { says } from '../support/says.ts'
import { actingAt, type Moment } from './at-moment.ts'
import { givenMysql } from './given-mysql.ts'
import { contextWith, nextFence, problems } from './move-between.ts'
import { bookkeepingTables, freshMysql, moveTable, mysqlEndpoint } from './move-mysql.ts'

let server: MysqlDatabase
let from: MysqlDatabase
let to: MysqlDatabase

givenMysql((ends) => {
  ;({ server, from, to } = ends)
})

const TABLE = 'CREATE TABLE t (id int PRIMARY KEY, v varchar(50), at datetime(6))'
const AT = '2020-01-01 00:00:00.123456'

const given = async (...dependents: readonly string[]) => {
  await runMysql(from, TABLE, `INSERT INTO t VALUES (1, 'new', '${AT}'), (2, 'new', '${AT}')`)
  await runMysql(to, TABLE, `INSERT INTO t VALUES (7, 'old', '${AT}')`, ...dependents)
}

/** A run during which somebody changes the target at a moment. @returns its stream, and what the target was after the change */
const moveWhile = async (moment: Moment, statements: readonly string[], stream: Partial<StreamRequest> = {}) => {
  let changed: unknown
  const connector = actingAt(mysqlConnector, moment, async () => {
    await runMysql(to, ...statements)
    changed = await definition()
  })
  const { streams } = await move({
    stepProcesses: keptStepProcesses,
    source: { connector: mysqlConnector, endpoint: mysqlEndpoint(from) },
    destination: { connector, endpoint: mysqlEndpoint(to) },
    streams: [{ entity: `${from.database}.t`, target: `${to.database}.t`, mode: 'replace', ...stream }],
    fence: nextFence(),
    context: contextWith(),
    onEvent: () => {},
  })
  return { moved: streams[0], changed }
}

const definition = async () => ({
  table: await runMysql(to, 'SHOW CREATE TABLE t').catch(() => undefined),
  triggers: (await runMysql(to, 'SHOW TRIGGERS')).map((row) => row['Trigger']),
  children: await runMysql(to, 'SHOW CREATE TABLE child').catch(() => undefined),
})

const CHANGES: readonly (readonly [string, ...(readonly string[])])[] = [
  ['made anew', 'DROP TABLE t', `CREATE TABLE t (id int PRIMARY KEY, v varchar(50), at datetime(6), KEY by_v (v))`],
  ['made a view', 'RENAME TABLE t TO hidden', 'CREATE VIEW t AS SELECT * FROM hidden'],
  ['dropped', 'DROP TABLE t'],
  ['given a column another name', 'ALTER TABLE t CHANGE v w varchar(50)'],
  ['given fewer decimals of a second', 'ALTER TABLE t MODIFY at datetime'],
]

/** What may come to a table at any moment of a run. */
const HANGING: typeof CHANGES = [
  ['given a trigger', `CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET NEW.v = 'theirs'`],
  [
    'referred to by another table',
    'CREATE TABLE child (t int, FOREIGN KEY (t) REFERENCES t (id) ON DELETE CASCADE)',
    'INSERT INTO child VALUES (7)',
  ],
]

const OWN_KEY = [
  'given a foreign key',
  'CREATE TABLE parent (id int PRIMARY KEY)',
  'INSERT INTO parent VALUES (1), (2), (7)',
  'ALTER TABLE t ADD FOREIGN KEY (id) REFERENCES parent (id)',
] as const

const A_TRIGGER = [
  'CREATE TABLE seen (id int)',
  'CREATE TRIGGER s AFTER UPDATE ON t FOR EACH ROW INSERT INTO seen VALUES (1)',
]

const WAYS = [
  ['an exchange of the table', {}, [], [...HANGING, OWN_KEY]],
  ['a refill', {}, A_TRIGGER, HANGING.slice(1)],
  ['append', { mode: 'append' }, [], []],
  ['upsert', { mode: 'upsert', key: ['id'] }, [], []],
] as const

describe.each(WAYS)('a table that is changed during a run, with %s', (_, stream, dependents, further) => {
  describe.each(['planned', 'staged'] as const)('when it is %s', (moment) => {
    it.each([...CHANGES, ...further])('(%s) keeps the change, and gets no row', async (_change, ...statements) => {
      await given(...dependents)
      const { moved, changed } = await moveWhile(moment, statements, stream)
      expect(moved).toMatchObject({ status: 'failed', error: { code: 'TARGET_CHANGED', retryable: true } })
      expect(await definition()).toEqual(changed)
      const rows = await runMysql(to, `SELECT id FROM t WHERE id < 7`).catch(() => [])
      expect(rows).toEqual([])
      expect(await bookkeepingTables(to)).toEqual([])
    })
  })
})

it('a table that an account of ours cannot see refers to the target: the old rows stay, and so does the reference', async () => {
  await given()
  const elsewhere = await freshMysql(server)
  await runMysql(
    elsewhere,
    `CREATE TABLE child (t int, FOREIGN KEY (t) REFERENCES ${to.database}.t (id))`,
    'INSERT INTO child VALUES (7)',
  )
  const account = { user: `only_${to.database}`, password: 'p' }
  await runMysql(
    server,
    `CREATE USER ${account.user}@'%' IDENTIFIED BY 'p'`,
    `GRANT ALL ON ${to.database}.* TO ${account.user}@'%'`,
  )
  const { streams } = await move({
    stepProcesses: keptStepProcesses,
    source: { connector: mysqlConnector, endpoint: mysqlEndpoint(from) },
    destination: { connector: mysqlConnector, endpoint: mysqlEndpoint(to, account) },
    streams: [{ entity: `${from.database}.t`, target: `${to.database}.t`, mode: 'replace' }],
    fence: nextFence(),
    context: contextWith(),
    onEvent: () => {},
  })
  expect(streams[0]?.error).toMatchObject({
    code: 'TARGET_IN_USE',
    message: says(
      `Foreign keys that the account may not see point to ${to.database}.t, so its rows cannot be replaced.`,
    ),
  })
  expect(await runMysql(to, 'SELECT id FROM t')).toEqual([{ id: '7' }])
  expect(await bookkeepingTables(to)).toEqual([])
  await expect(runMysql(elsewhere, 'INSERT INTO child VALUES (8)')).rejects.toThrow('foreign key')
  await runMysql(to, `INSERT INTO t VALUES (8, 'old', NULL)`)
  await runMysql(elsewhere, 'INSERT INTO child VALUES (8)')
})

it('an old table that an attempt could not drop, because others refer to it, gets its name back', async () => {
  await given()
  const fence = nextFence()
  const target = { database: to.database, name: 't' }
  const { name } = attemptTable({ ...fence, target }, 'retired')
  await runMysql(
    to,
    `RENAME TABLE t TO ${name}`,
    TABLE,
    `CREATE TABLE child (t int, FOREIGN KEY (t) REFERENCES ${name} (id))`,
    'INSERT INTO child VALUES (7)',
  )
  expect((await moveTable({ from, to }, { mode: 'replace' })).streams[0]?.status).toBe('failed')
  expect(await runMysql(to, 'SELECT id FROM t')).toEqual([{ id: '7' }])
  expect((await definition()).children?.[0]?.['Create Table']).toContain('REFERENCES `t`')
  expect(await bookkeepingTables(to)).toEqual([])
  expect(problems(await moveTable({ from, to }, { mode: 'upsert', key: ['id'] }))).toEqual([undefined])
})

it('numbers that rows of the target have had are not given again after a replacement', async () => {
  const numbered = 'CREATE TABLE t (id int PRIMARY KEY AUTO_INCREMENT, v varchar(50))'
  await runMysql(from, numbered, `INSERT INTO t VALUES (1, 'new')`)
  await runMysql(to, numbered, `INSERT INTO t VALUES (1000, 'old')`)
  expect(problems(await moveTable({ from, to }, { mode: 'replace' }))).toEqual([undefined])
  await runMysql(to, `INSERT INTO t (v) VALUES ('theirs')`)
  expect(await runMysql(to, 'SELECT id FROM t ORDER BY id')).toEqual([{ id: '1' }, { id: '1001' }])
})
