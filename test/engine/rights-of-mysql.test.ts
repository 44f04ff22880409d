import { expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { planStream } from '../../src/server/domain/flows/plan-stream.ts'
import { isMysql, isOlderMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { stepProcesses } from '../support/step-processes.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { contextWith, type Database, endpointOf, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

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

it('the plan names the rights to an existing table that a mode needs at its end', async () => {
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY, v int)')
  await runMysql(
    to,
    'CREATE TABLE t (id int PRIMARY KEY, v int)',
    'CREATE TABLE keeper (id int PRIMARY KEY, FOREIGN KEY (id) REFERENCES t (id))',
    'CREATE TABLE other (id int PRIMARY KEY, v int)',
    'CREATE TRIGGER note AFTER INSERT ON other FOR EACH ROW SET @a = 1',
  )
  const { database } = to
  const rights = `SELECT, INSERT, CREATE, ALTER, DROP, TRIGGER ON ${database}.*`
  const other = { target: `${database}.other` }
  expect(await planned([rights], { mode: 'upsert', key: ['id'] })).toEqual(['PERMISSION_MISSING', 'UPDATE.'])
  expect(await planned([rights], other)).toEqual(['PERMISSION_MISSING', 'DELETE.'])
  expect(await planned([rights], { mode: 'append' })).toBe('appended')
  const columns = `UPDATE (v) ON ${database}.t`
  expect(await planned([rights, columns], { mode: 'upsert', key: ['id'] })).toBe('upserted')
  expect(await planned([rights, columns], { mode: 'upsert' })).toBe('upserted')
  expect(await planned([rights, `DELETE ON ${database}.other`], other)).toBe('refilled')
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

it('a replacement keeps the triggers of a table that the account may not see', async () => {
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY, v int)', 'INSERT INTO t VALUES (1, 1), (2, 2)')
  const account = `replacer_${process.pid}`
  const rights = ALL.replace(', TRIGGER', '')
  await runMysql(
    to,
    'CREATE TABLE t (id int PRIMARY KEY, v int)',
    'CREATE TABLE seen (id int)',
    'CREATE TRIGGER note AFTER INSERT ON t FOR EACH ROW INSERT INTO seen VALUES (NEW.id)',
    `CREATE USER ${account}@'%' IDENTIFIED BY 'x'`,
    `GRANT ${rights} ON ${to.database}.* TO ${account}@'%'`,
  )
  const stream = { entity: 'public.t', target: `${to.database}.t`, mode: 'replace' } as const
  const end = mysqlEndpoint(to, { user: account, password: 'x' })
  const log: string[] = []
  const onEvent = (event: MoveEvent) => event.kind === 'log' && log.push(inEnglish(event.message))
  const moved = await moveAcross(endpointOf(source), end, [stream], { onEvent })
  expect(moved.streams).toMatchObject([{ status: 'succeeded', rowsWritten: 2 }])
  expect(log.join('\n')).toContain(isMysql ? 'GRANT TRIGGER' : 'has foreign keys or triggers')
  expect(await runMysql(to, 'SHOW TRIGGERS')).toMatchObject([{ Trigger: 'note' }])
  expect(await runMysql(to, 'SELECT id FROM seen ORDER BY id')).toEqual([{ id: '1' }, { id: '2' }])
  expect(await planned([`${rights} ON ${to.database}.*`])).toBe('refilled')

  await runMysql(to, 'DROP TRIGGER note')
  expect(await planned([`${ALL} ON ${to.database}.*`], {}, !isOlderMysql(8))).toBe('replaced')
  expect(await planned([`${ALL} ON \`${to.database.replaceAll('_', String.raw`\_`).slice(0, -1)}%\`.*`])).toBe(
    'replaced',
  )
  expect(await planned([`${rights} ON ${to.database}.*`, `TRIGGER ON ${to.database}.t`])).toBe('replaced')
  expect(await planned(['ALL ON *.*'])).toBe('replaced')
})
