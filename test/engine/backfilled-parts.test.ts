import { describe, expect, it } from 'vitest'

import type { RowSelection, StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Database, endpointOf, problems, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, from } = ends)
})

const ROWS = [
  `('before', '2023-12-31 23:59:59.999999')`,
  `('midnight', '2024-01-01 00:00:00')`,
  `('evening', '2024-01-02 23:59:59.999999')`,
  `('after', '2024-01-03 00:00:00')`,
  `('future', '2037-01-01 00:00:00')`,
  `('never', NULL)`,
]

const systems = [
  {
    system: 'Postgres',
    type: 'timestamp',
    given: (...sql: readonly string[]) => run(source, ...sql),
    end: (): [Endpoint, string] => [endpointOf(source), 'public.t'],
  },
  {
    system: 'Postgres',
    type: 'timestamptz',
    given: (...sql: readonly string[]) => run(source, ...sql),
    end: (): [Endpoint, string] => [endpointOf(source), 'public.t'],
  },
  {
    system: 'MySQL',
    type: 'datetime(6)',
    given: (...sql: readonly string[]) => runMysql(from, ...sql),
    end: (): [Endpoint, string] => [mysqlEndpoint(from), `${from.database}.t`],
  },
]

describe.each(systems)('a part that is read again, from $system ($type),', ({ type, given, end }) => {
  const backfill = async (part: Omit<Extract<RowSelection, { kind: 'part' }>, 'kind'>) => {
    await given(
      'DROP TABLE IF EXISTS t',
      `CREATE TABLE t (name varchar(9) PRIMARY KEY, at ${type} NULL)`,
      `INSERT INTO t VALUES ${ROWS}`,
    )
    await run(destination, 'DROP TABLE IF EXISTS t')
    const [endpoint, entity] = end()
    const stream = {
      entity,
      target: 'public.t',
      mode: 'upsert',
      key: ['name'],
      cursor: { column: 'at' },
      selection: { kind: 'part', ...part },
    } as const
    const [problem] = problems(await moveAcross(endpoint, endpointOf(destination), [stream]))
    if (problem) return problem.code
    return (await run(destination, 'SELECT name FROM t ORDER BY at')).map(({ name }) => name)
  }

  it.each([
    ['has its last day whole', { from: '2024-01-01', to: '2024-01-02' }, ['midnight', 'evening']],
    ['ends at the microsecond', { from: '2024-01-01', to: '2024-01-02 23:59:59.999998' }, ['midnight']],
    ['has rows of the future where it has no end', { from: '2024-01-03' }, ['after', 'future']],
    ['begins with the first row', { to: '2024-01-01T00:00:00' }, ['before', 'midnight']],
  ])('%s', async (_, part, rows) => {
    expect(await backfill(part)).toEqual(rows)
  })

  it.each(['2024-02-30', '2024-13-01', '2024-01-01 24:00:00', '2024-01-01 10:61'])(
    'does not begin at a day that is in no calendar, where a server would find no row (%s)',
    async (bound) => {
      for (const part of [{ from: bound }, { to: bound }]) expect(await backfill(part)).toBe('CURSOR_NOT_SUPPORTED')
    },
  )
})

it.each([
  ['bigint', '(1, -1)', 'TARGET_MISMATCH'],
  ['bigint', '(1, 4294967296)', 'TARGET_MISMATCH'],
  ['oid', '(1, 4294967295)', undefined],
])('a number that oid would take for another is refused before a row is read (%s, %s)', async (type, row, code) => {
  await run(source, `CREATE TABLE t (id int PRIMARY KEY, v ${type})`, `INSERT INTO t VALUES ${row}`)
  await run(destination, 'CREATE TABLE t (id int PRIMARY KEY, v oid)')
  const stream: StreamRequest = { entity: 'public.t', mode: 'replace' }
  const [problem] = problems(await moveAcross(endpointOf(source), endpointOf(destination), [stream]))
  expect(problem?.code).toBe(code)
})
