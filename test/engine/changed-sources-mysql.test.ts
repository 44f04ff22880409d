import { expect, it } from 'vitest'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { actingAt } from './at-moment.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { contextWith, type Database, endpointOf, nextFence, run } from './move-between.ts'
import { freshMysql, mysqlEndpoint } from './move-mysql.ts'

let destination: Database
let from: MysqlDatabase

givenBothSystems((ends) => {
  destination = ends.source
  from = ends.to
})

const TO = ['postgres', 'mysql'] as const

/** The stream of a table that changes after the run has described it. */
async function movedWhile(to: (typeof TO)[number], change: readonly string[]) {
  const mysql = to === 'mysql' ? await freshMysql(from) : undefined
  if (mysql)
    await runMysql(mysql, 'CREATE TABLE arrived (id int, a int, b int)', 'INSERT INTO arrived VALUES (7, 7, 7)')
  else await run(destination, 'CREATE TABLE arrived (id int, a int, b int)', 'INSERT INTO arrived VALUES (7, 7, 7)')
  // The server knows to the second when a table was made.
  const connector = actingAt(mysqlConnector, 'described', () =>
    runMysql(from, 'DO SLEEP(1.1)', ...change).then(() => {}),
  )
  const { streams } = await move({
    source: { connector, endpoint: mysqlEndpoint(from) },
    destination: mysql
      ? { connector: mysqlConnector, endpoint: mysqlEndpoint(mysql) }
      : { connector: postgresConnector, endpoint: endpointOf(destination) },
    streams: [
      {
        entity: `${from.database}.t`,
        target: mysql ? `${mysql.database}.arrived` : 'public.arrived',
        mode: 'replace',
        verify: 'values',
      },
    ],
    fence: nextFence(),
    context: contextWith(),
    onEvent: () => {},
  })
  const left = mysql
    ? await runMysql(mysql, 'SELECT id FROM arrived')
    : await run(destination, 'SELECT id FROM arrived')
  return { error: streams[0]?.error, ids: left.map((row) => Number(row['id'])) }
}

const TABLES = [
  'CREATE TABLE t (id int PRIMARY KEY, a int, b int)',
  'INSERT INTO t VALUES (1, 10, 20), (2, 11, 21)',
  'CREATE TABLE o LIKE t',
  'INSERT INTO o VALUES (100, 1, 1)',
]

it.each(
  [
    ['another table that was there has got its name', ['RENAME TABLE t TO before_it, o TO t']],
    [
      'a table of another engine has got its name',
      ['ALTER TABLE o ENGINE=MyISAM', 'RENAME TABLE t TO before_it, o TO t'],
    ],
    [
      'a view has got its name',
      ['RENAME TABLE t TO before_it', 'CREATE VIEW t AS SELECT * FROM before_it WHERE id > 1'],
    ],
    ['two of its columns have exchanged their names', ['ALTER TABLE t CHANGE a b int, CHANGE b a int']],
  ].flatMap(([what, change]) => TO.map((to) => [what, to, change] as const)),
)('the old rows stay where %s since the run described it (to %s)', async (_, to, change) => {
  await runMysql(from, ...TABLES)
  const { error, ids } = await movedWhile(to, change as readonly string[])
  expect(error).toMatchObject({ code: 'SOURCE_CHANGED', retryable: true })
  expect(ids).toEqual([7])
})

it.each(TO)('rows that come and go meanwhile are no change of the table (to %s)', async (to) => {
  await runMysql(from, ...TABLES)
  const { error, ids } = await movedWhile(to, ['INSERT INTO t VALUES (3, 1, 1)', 'DELETE FROM t WHERE id = 1'])
  expect(error).toBeUndefined()
  expect(ids.toSorted()).toEqual([1, 2])
})
