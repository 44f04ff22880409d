import { expect, it } from 'vitest'
import { defined } from '../../src/core/catalog/defined.ts'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { findMends } from '../../src/core/mends/find-mends.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { planOneStream, type StreamPlanContext } from '../../src/engine/move/plan/plan-one-stream.ts'
import { openStepBinder } from '../../src/engine/move/plan/plan-steps.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenMysql } from './given-mysql.ts'
import { contextWith } from './move-between.ts'
import { moveTable, mysqlEndpoint } from './move-mysql.ts'

let from: MysqlDatabase
let to: MysqlDatabase

givenMysql((ends) => {
  ;({ from, to } = ends)
})

/** Plans how the target gets the columns of the source; with `change`, changes it. */
async function fitted(change?: (statement: string) => string, wanted: StreamRequest['change'] = { kind: 'fit' }) {
  const context = contextWith()
  const source = await mysqlConnector.openSource?.(mysqlEndpoint(from), context)
  const destination = await mysqlConnector.openDestination?.(mysqlEndpoint(to), context)
  if (!source || !destination) throw new Error('MySQL is both')
  const makes: StreamPlanContext['change'] = async (request, statement) =>
    destination.changeTarget?.(request, change?.(statement) ?? statement)
  try {
    const binder = openStepBinder({ steps: [], salt: '' }, () => {
      throw new Error('there are no steps')
    })
    const entity = `${from.database}.t`
    const stream = { entity, target: `${to.database}.t`, mode: 'replace', change: wanted } as const
    return await planOneStream(entity, [stream], { source, destination, binder, ...(change && { change: makes }) })
  } finally {
    await source.close()
    await destination.close()
  }
}

it('MySQL widens and adds columns by the statement that was shown, with default, comment and collation', async () => {
  await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY, note varchar(200), n bigint, tax int)')
  await runMysql(to, `CREATE TABLE t (id int PRIMARY KEY, note varchar(5) NOT NULL DEFAULT 'x' COMMENT 'short', n int)`)

  const planned = await fitted()
  expect(planned?.statement).toContain("MODIFY COLUMN `note` varchar(200) NOT NULL DEFAULT 'x' COMMENT 'short'")
  expect(planned?.columns.map(({ name, notes }) => [name, notes.filter((note) => note !== 'required')])).toEqual([
    ['id', ['key']],
    ['note', ['widened']],
    ['n', ['widened']],
    ['tax', ['added']],
  ])
  const [before] = await runMysql(to, 'SHOW CREATE TABLE t')
  expect(before?.['Create Table']).toContain('varchar(5)')

  expect((await fitted((statement) => statement))?.problem).toBeUndefined()
  const [after] = await runMysql(to, 'SHOW CREATE TABLE t')
  expect(after?.['Create Table']).toMatch(
    /`note` varchar\(200\) NOT NULL DEFAULT 'x' COMMENT 'short'[\s\S]*`n` bigint[\s\S]*`tax` int/,
  )
  expect((await fitted())?.statement).toBeUndefined()
})

it('MySQL changes nothing by a statement that is not the one of the plan', async () => {
  await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY, note varchar(200))')
  await runMysql(to, 'CREATE TABLE t (id int PRIMARY KEY, note varchar(5))')

  const planned = await fitted((statement) => statement.replace('200', '20'))
  expect(planned?.problem).toMatchObject({ code: 'TARGET_CHANGED' })
  const [after] = await runMysql(to, 'SHOW CREATE TABLE t')
  expect(after?.['Create Table']).toContain('varchar(5)')
})

it.each([
  ['note varchar(40)', "'a longer text'", 'varchar(5)'],
  ['note decimal(9,3)', '1234.5', 'decimal(3,1)'],
  ['note decimal(9,3)', '1.125', 'decimal(4,1)'],
  ['note decimal(9,3)', '1.125', 'decimal(9,1)'],
  ['note decimal(12,1)', '12345678901.5', 'decimal(9,3)'],
  ['note int', '100000', 'smallint'],
  ['note int', '-5', 'int unsigned'],
  ['note bigint', '-5', 'bigint unsigned'],
  ['note smallint', '-5', 'int unsigned'],
  ['note decimal(9,2)', '-5.25', 'decimal(9,2) unsigned'],
  ['note decimal(9,3)', '-5.125', 'decimal(9,2) unsigned'],
])(
  'a run that MySQL refuses because a column is too narrow for %s offers to widen it, and then succeeds',
  async (column, value, narrow) => {
    await runMysql(
      from,
      `CREATE TABLE t (id int PRIMARY KEY, ${column})`,
      `INSERT INTO t VALUES (1, NULL), (2, ${value})`,
    )
    await runMysql(to, `CREATE TABLE t (id int PRIMARY KEY, note ${narrow})`)
    const stream = { entity: `${from.database}.t`, target: `${to.database}.t` }

    const { streams } = await moveTable({ from, to }, { mode: 'replace' })
    const { code = 'INTERNAL', message, narrow: isNarrow } = streams[0]?.error ?? {}
    const error = { code, message: message ? inEnglish(message) : '', ...defined({ narrow: isNarrow }) }
    const [first] = findMends({
      error,
      at: 'destination',
      stream,
      destination: { type: 'mysql', config: {} },
      entities: [],
    })
    expect(first).toEqual({ kind: 'target', entity: stream.entity, missing: [], narrow: [] })

    expect((await fitted((statement) => statement))?.problem).toBeUndefined()
    const again = await moveTable({ from, to }, { mode: 'replace' })
    expect(again.streams).toMatchObject([{ status: 'succeeded', rowsWritten: 2 }])
  },
)

it('MySQL widens a decimal so that it holds the values of both sides, and never to one that would not', async () => {
  await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY, note decimal(9,3), far decimal(38,30))')
  await runMysql(
    to,
    'CREATE TABLE t (id int PRIMARY KEY, note decimal(9,1), far decimal(65,0))',
    `INSERT INTO t VALUES (1, 12345678.5, ${'9'.repeat(65)})`,
  )
  const planned = await fitted((statement) => statement)
  expect(planned?.statement).toBe(
    `ALTER TABLE \`${to.database}\`.\`t\` MODIFY COLUMN \`note\` decimal(11,3) DEFAULT NULL`,
  )
  expect(await runMysql(to, 'SELECT note, far FROM t')).toEqual([{ note: '12345678.500', far: '9'.repeat(65) }])
  expect((await fitted())?.statement).toBeUndefined()
})

it('MySQL widens a decimal for values without a sign, and negative ones still fit', async () => {
  await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY, note decimal(9,2) unsigned)')
  await runMysql(to, 'CREATE TABLE t (id int PRIMARY KEY, note decimal(5,2))', 'INSERT INTO t VALUES (1, -1.5)')

  expect((await fitted((statement) => statement))?.problem).toBeUndefined()
  expect(await runMysql(to, 'SELECT note FROM t')).toEqual([{ note: '-1.50' }])
})

it('MySQL renames a table that cannot fit, and the next run creates it again', async () => {
  await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY, note varchar(9))', "INSERT INTO t VALUES (1, 'new')")
  await runMysql(to, 'CREATE TABLE t (id int PRIMARY KEY, note date)', 'INSERT INTO t VALUES (7, NULL)')
  await runMysql(to, 'CREATE TABLE t_before_20261130 (id int)')
  const again = { kind: 'again', ending: 'before_20261130' } as const

  const planned = await fitted((statement) => statement, again)
  expect(planned?.statement).toBe(`RENAME TABLE \`${to.database}\`.\`t\` TO \`${to.database}\`.\`t_before_20261130_2\``)
  expect((await fitted(undefined, again))?.statement).toBeUndefined()
  const { streams } = await moveTable({ from, to }, { mode: 'replace' })
  expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 1 }])
  expect(await runMysql(to, 'SELECT * FROM t')).toEqual([{ id: '1', note: 'new' }])
  expect(await runMysql(to, 'SELECT id FROM t_before_20261130_2')).toEqual([{ id: '7' }])
})
