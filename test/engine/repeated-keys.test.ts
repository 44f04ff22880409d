import { describe, expect, it } from 'vitest'

import type { RejectedRow } from '../../src/engine/ports/rejected-row.ts'
import { keepsChecks } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Database, endpointOf, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let ends: { source: Database; destination: Database; from: MysqlDatabase; to: MysqlDatabase }
givenBothSystems((given) => {
  ends = given
})

const SYSTEMS = {
  Postgres: {
    target: () => ({ endpoint: endpointOf(ends.destination), table: 'public.t' }),
    run: (sql: string) => run(ends.destination, sql),
  },
  MySQL: {
    target: () => ({ endpoint: mysqlEndpoint(ends.to), table: `${ends.to.database}.t` }),
    run: (sql: string) => runMysql(ends.to, sql),
  },
}

/** Upserts rows of which several have one key, and keeps those that the table refuses. */
async function upserted(system: keyof typeof SYSTEMS, definition: string, rows: string, key = ['code']) {
  await run(ends.source, 'CREATE TABLE t (code varchar(20), qty int, part int)', `INSERT INTO t VALUES ${rows}`)
  const there = SYSTEMS[system]
  for (const statement of definition.split(';').filter((sql) => sql !== '')) await there.run(statement)
  const rejected: RejectedRow[] = []
  const rejects = {
    days: 14,
    begin: () => {},
    keep: (_: string, row: RejectedRow) => rejected.push(row) > 0,
    finalize: async () => {},
    countRejected: async () => 0,
  }
  const { endpoint, table } = there.target()
  const { streams } = await moveAcross(
    endpointOf(ends.source),
    endpoint,
    [{ entity: 'public.t', target: table, mode: 'upsert', key, onInvalid: 'reject' }],
    { rejects },
  )
  const [stream] = streams
  expect(stream?.error).toBeUndefined()
  return {
    counts: [stream?.rowsRead, stream?.rowsWritten, stream?.rowsFiltered, stream?.rowsRejected],
    rejected: rejected.map(({ row, isOutdated }) => (isOutdated ? `${row}, outdated` : `${row}`)),
    there: (await there.run('SELECT code, qty FROM t ORDER BY code, qty')).map(({ code, qty }) => `${code}=${qty}`),
  }
}

const TABLE = 'CREATE TABLE t (code varchar(20) PRIMARY KEY, qty int, part int, CHECK (qty > 0))'

it.runIf(keepsChecks).each(['Postgres', 'MySQL'] as const)(
  '%s gets the last row of a key that it accepts, whichever rows of the key it refuses',
  async (system) => {
    const rows = `('a', 1), ('b', -1), ('c', 1), ('a', -5), ('b', 2), ('c', 2), ('d', -1), ('c', 3), ('c', -3)`
    expect(await upserted(system, TABLE, rows.replaceAll(')', ', 0)'))).toEqual({
      counts: [9, 3, 2, 4],
      rejected: ['2, outdated', '4', '7', '9'],
      there: ['a=1', 'b=2', 'c=3'],
    })
  },
)

it.runIf(keepsChecks).each(['Postgres', 'MySQL'] as const)(
  '%s keeps its row of a key of which every new row is refused',
  async (system) => {
    const filled = `${TABLE}; INSERT INTO t VALUES ('a', 7, 0), ('b', 7, 0)`
    expect(await upserted(system, filled, `('a', -1, 0), ('a', -2, 0), ('b', 8, 0)`)).toEqual({
      counts: [3, 1, 0, 2],
      rejected: ['1, outdated', '2'],
      there: ['a=7', 'b=8'],
    })
  },
)

it.each(['Postgres', 'MySQL'] as const)('%s gets the last row of each key where it refuses none', async (system) => {
  const table = 'CREATE TABLE t (code varchar(20), qty int, part int, PRIMARY KEY (part, code))'
  const rows = `('a', 1, 1), ('a', 2, 2), ('a', 3, 1), ('b', 4, 1), ('a', 5, 1)`
  expect(await upserted(system, table, rows, ['part', 'code'])).toEqual({
    counts: [5, 3, 2, 0],
    rejected: [],
    there: ['a=2', 'a=5', 'b=4'],
  })
})

it('MySQL refuses keys of the source that it takes for equal, also where rows that break its rules are kept aside', async () => {
  await run(
    ends.source,
    'CREATE TABLE t (code varchar(20) PRIMARY KEY, qty int)',
    `INSERT INTO t VALUES ('a', 1), ('A', 2)`,
  )
  await runMysql(ends.to, 'CREATE TABLE t (code varchar(20) COLLATE utf8mb4_general_ci PRIMARY KEY, qty int)')
  const stream = { entity: 'public.t', target: `${ends.to.database}.t`, mode: 'upsert', onInvalid: 'reject' } as const
  const rejects = {
    days: 14,
    begin: () => {},
    keep: () => true,
    finalize: async () => {},
    countRejected: async () => 0,
  }
  const { streams } = await moveAcross(endpointOf(ends.source), mysqlEndpoint(ends.to), [stream], { rejects })
  expect(streams).toMatchObject([{ status: 'failed', rowsWritten: 0 }])
  expect(await runMysql(ends.to, 'SELECT * FROM t')).toEqual([])
})

const EMPTY = `('a', 1, 1), (NULL, 2, 1), ('a', 3, NULL), (NULL, 4, 1)`
const LOOSE = 'CREATE TABLE t (code varchar(20), qty int, part int, UNIQUE (code, part))'

describe.each(['Postgres', 'MySQL'] as const)('rows that have no value in their key, to %s,', (system) => {
  it.each([
    ['a table that accepts them', [LOOSE]],
    ['a table that is not there', []],
  ])('end an upsert to %s, which would bring them again each time', async (_, statements) => {
    await run(ends.source, 'CREATE TABLE t (code varchar(20), qty int, part int)', `INSERT INTO t VALUES ${EMPTY}`)
    const there = SYSTEMS[system]
    for (const statement of statements) await there.run(statement)
    const { endpoint, table } = there.target()
    const stream = { entity: 'public.t', target: table, mode: 'upsert', key: ['code', 'part'] } as const
    const { streams } = await moveAcross(endpointOf(ends.source), endpoint, [stream])
    expect(streams).toMatchObject([{ status: 'failed', rowsWritten: 0, error: { code: 'KEY_IS_NULL' } }])
    if (statements.length > 0) expect(await there.run('SELECT * FROM t')).toEqual([])
  })

  it('end a dry run, too', async () => {
    await run(ends.source, 'CREATE TABLE t (code varchar(20), qty int, part int)', `INSERT INTO t VALUES ${EMPTY}`)
    await SYSTEMS[system].run(LOOSE)
    const { endpoint, table } = SYSTEMS[system].target()
    const stream = { entity: 'public.t', target: table, mode: 'upsert', key: ['code', 'part'] } as const
    const { streams } = await moveAcross(endpointOf(ends.source), endpoint, [stream], { dry: true })
    expect(streams).toMatchObject([{ status: 'failed', error: { code: 'KEY_IS_NULL' } }])
  })

  it.each([
    ['a table that accepts them', LOOSE],
    ['a table that is not there', ''],
  ])('are kept aside from %s, and the others arrive', async (_, definition) => {
    expect(await upserted(system, definition, EMPTY, ['code', 'part'])).toEqual({
      counts: [4, 1, 0, 3],
      rejected: ['2', '3', '4'],
      there: ['a=1'],
    })
  })
})
