import { afterAll, beforeAll, expect, it } from 'vitest'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import type { OpenedConnection } from '../../src/server/domain/connections/open-endpoint.ts'
import { previewFlow } from '../../src/server/domain/flows/preview-flow.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { stepProcesses } from '../support/step-processes.ts'
import { contextWith, type Database, endpointOf, freshDatabase, run } from './move-between.ts'
import { freshMysql, mysqlEndpoint } from './move-mysql.ts'

let postgres: RunningPostgres
let mariadb: RunningMariadb
let inPostgres: Database
let inMysql: MysqlDatabase

beforeAll(async () => {
  ;[postgres, mariadb] = await Promise.all([startPostgres(), startMariadb()])
  ;[inPostgres, inMysql] = await Promise.all([freshDatabase(postgres), freshMysql(mariadb)])
  const people = 'CREATE TABLE people (id int PRIMARY KEY, email varchar(40), score double precision)'
  await run(inPostgres, people, `INSERT INTO people VALUES (1, 'a', 1), (2, 'b', 2)`)
  await runMysql(inMysql, people, `INSERT INTO people VALUES (1, 'a', 1), (2, 'b', 2)`)
})

afterAll(() => Promise.all([postgres?.stop(), mariadb?.stop()]))

const filter = (where: string): Step => ({ id: where, type: 'filter', settings: { where } })
const hash: Step = { id: 'hash', type: 'mask', settings: { columns: [{ column: 'email', method: 'hash' }] } }
const loud: Step = {
  id: 'loud',
  type: 'compute',
  settings: { columns: [{ name: 'loud', expression: 'upper(email)' }] },
}
const limit: Step = { id: 'limit', type: 'limit', settings: { rows: 1 } }
const sorted: Step = { id: 'sorted', type: 'sort', settings: { by: [{ column: 'id', direction: 'descending' }] } }

/** What the preview says of each step. */
async function places(steps: readonly Step[], system: 'postgres' | 'mysql' = 'postgres') {
  const isMysql = system === 'mysql'
  const opened: OpenedConnection = isMysql
    ? { connector: mysqlConnector, endpoint: mysqlEndpoint(inMysql) }
    : { connector: postgresConnector, endpoint: endpointOf(inPostgres) }
  const stream = `${isMysql ? inMysql.database : 'public'}.people`
  const request = { stream, steps, upTo: steps[0]?.id, salt: '' }
  const { steps: shown } = await previewFlow(opened, request, contextWith(), stepProcesses)
  const all = await previewFlow(opened, { ...request, upTo: undefined }, contextWith(), stepProcesses)
  // Later steps count although they are not shown.
  expect(shown[1]?.place).toBe(all.steps[1]?.place)
  return all.steps.slice(1).map(({ place, obstacle }) => obstacle ?? place)
}

it.each<[string, readonly Step[], 'postgres' | 'mysql', readonly string[]]>([
  ['all in the source', [filter('id > 1'), hash], 'postgres', ['source', 'source']],
  ['the first in the source', [filter('id > 1'), loud, hash], 'postgres', ['source', 'kind', 'after']],
  ['a function in a filter', [filter('length(email) > 1'), hash], 'postgres', ['expression', 'after']],
  ['a column that the source compares otherwise', [filter('score > 1'), hash], 'postgres', ['columns', 'after']],
  ['a limit after a filter', [filter('id > 1'), limit], 'postgres', ['source', 'kind']],
  ['the first rows', [limit, hash], 'postgres', ['source', 'source']],
  ['a hash in MySQL', [filter('id > 1'), hash], 'mysql', ['source', 'columns']],
  ['rows in the order of MySQL', [filter('id > 1'), sorted], 'mysql', ['columns', 'after']],
  ['rows in the order of Postgres', [filter('id > 1'), sorted], 'postgres', ['source', 'kind']],
])('a preview says where a run does each step: %s', async (_, steps, system, expected) => {
  expect(await places(steps, system)).toEqual(expected)
})
