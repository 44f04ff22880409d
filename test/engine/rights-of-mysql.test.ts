import { expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { StreamRequest } from '../../src/engine/move/move.ts'
import { planStream } from '../../src/server/domain/flows/plan-stream.ts'
import { isMysql, isOlderMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { stepProcesses } from '../support/step-processes.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { contextWith, type Database, endpointOf, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'

let source: Database
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, to } = ends)
})

const ALL = 'SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, TRIGGER'
let accounts = 0

/** What the plan says to an account with these rights, which it has itself or by a role. */
async function planned(rights: readonly string[], stream: Partial<StreamRequest> = {}, byRole = false) {
  const account = `planner_${process.pid}_${++accounts}`
  const holder = byRole ? `${account}_role` : `${account}@'%'`
  await runMysql(
    to,
    `CREATE USER ${account}@'%' IDENTIFIED BY 'x'`,
    ...(byRole ? [`CREATE ROLE ${holder}`, `GRANT ${holder} TO ${account}@'%'`] : []),
    ...rights.map((right) => `GRANT ${right} TO ${holder}`),
    ...(byRole ? [`SET DEFAULT ROLE ${holder} ${isMysql ? 'TO' : 'FOR'} ${account}@'%'`] : []),
  )
  const request = {
    source: { connector: postgresConnector, endpoint: endpointOf(source) },
    destination: { connector: mysqlConnector, endpoint: mysqlEndpoint(to, { user: account, password: 'x' }) },
    stream: 'public.t',
    streams: [{ entity: 'public.t', target: `${to.database}.t`, mode: 'replace' as const, ...stream }],
    steps: [],
    salt: '',
  }
  const { effect, problem } = await planStream(request, contextWith(), stepProcesses)
  return problem ? [problem.code, inEnglish(problem.message).split('It lacks: ')[1]] : effect
}

it('the plan names the rights that an account lacks in the database of the target', async () => {
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY, v int)')
  const { database } = to
  await runMysql(to, 'CREATE TABLE t (id int PRIMARY KEY, v int)')
  expect(await planned([`SELECT, INSERT, UPDATE, DELETE ON ${database}.t`], { mode: 'append' })).toEqual([
    'PERMISSION_MISSING',
    'SELECT, INSERT, CREATE, DROP.',
  ])
  const columns = `SELECT (id, v), INSERT (id, v), UPDATE (v) ON ${database}.t`
  expect(await planned([columns], { mode: 'upsert', key: ['id'] })).toEqual([
    'PERMISSION_MISSING',
    'SELECT, INSERT, CREATE, DROP.',
  ])
  const withoutAlter = `${ALL.replace(' ALTER,', '')} ON ${database}.*`
  expect(await planned([withoutAlter])).toEqual(['PERMISSION_MISSING', 'ALTER.'])
  expect(await planned([withoutAlter], { mode: 'append' })).toBe('appended')
  const shown = await runMysql(to, 'SHOW TABLES')
  expect(shown.flatMap((row) => Object.values(row))).toEqual(['t'])
})

it('rights by a role, by a pattern and to all databases are as good', async () => {
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY, v int)')
  const hasRoles = !isOlderMysql(8)
  expect(await planned([`${ALL} ON ${to.database}.*`], {}, hasRoles)).toBe('created')
  expect(await planned([`${ALL} ON \`${to.database.replaceAll('_', String.raw`\_`).slice(0, -1)}%\`.*`])).toBe(
    'created',
  )
  expect(await planned([`${ALL} ON *.*`])).toBe('created')
})
