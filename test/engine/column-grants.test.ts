import { describe, expect, it } from 'vitest'
import { CONNECTORS } from '../../src/engine/connectors/registry.ts'
import type { MoveResult } from '../../src/engine/move/run/move-request.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { showRows } from '../../src/server/domain/connections/show-rows.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { contextWith, type Database, endpointOf, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, from } = ends)
})

const ROWS = [
  { id: '1', email: 'a' },
  { id: '2', email: 'b' },
  { id: '3', email: 'c' },
]

/** An account that may read two of three columns of a table. */
const accounts = {
  postgres: async (): Promise<Endpoint> => {
    const reader = `reader_of_${source.database}`
    await run(
      source,
      `CREATE ROLE ${reader} LOGIN PASSWORD 'r'`,
      'CREATE TABLE acc (id int PRIMARY KEY, secret text, email text NOT NULL)',
      `INSERT INTO acc VALUES (1, 's', 'a'), (2, 's', 'b'), (3, 's', 'c')`,
      `GRANT SELECT (id, email) ON acc TO ${reader}`,
    )
    return endpointOf(source, { user: reader, password: 'r' })
  },
  mysql: async (): Promise<Endpoint> => {
    await runMysql(
      from,
      'DROP USER IF EXISTS columns_only',
      `CREATE USER columns_only IDENTIFIED BY 'r'`,
      'CREATE TABLE acc (id int PRIMARY KEY, secret text, email varchar(9) NOT NULL)',
      `INSERT INTO acc VALUES (1, 's', 'a'), (2, 's', 'b'), (3, 's', 'c')`,
      `GRANT SELECT (id, email), INSERT (secret) ON ${from.database}.acc TO columns_only`,
    )
    return mysqlEndpoint(from, { user: 'columns_only', password: 'r' })
  },
}

const entityOf = (endpoint: Endpoint) => (endpoint.integration === 'mysql' ? `${from.database}.acc` : 'public.acc')

const arrived = () => run(destination, 'SELECT * FROM acc ORDER BY id')

const statusOf = ({ streams }: MoveResult) => streams.map(({ status, error, check }) => [status, error, check?.state])

describe.each(Object.entries(accounts))('where an account may read columns of a table of %s', (_, account) => {
  it.each<[string, Partial<StreamRequest>]>([
    ['everything', { mode: 'replace' }],
    ['by key', { mode: 'upsert' }],
    ['by key, gone rows removed', { mode: 'upsert', vanished: { limit: 50 } }],
    ['only new rows', { mode: 'upsert', cursor: { column: 'id', after: '0' } }],
    ['with all values compared', { mode: 'replace', verify: 'values' }],
  ])('moves them: %s', async (_, stream) => {
    const reader = await account()
    const streams = [{ entity: entityOf(reader), target: 'public.acc', ...stream } as StreamRequest]
    for (const _ of ['the first time', 'the second time'])
      expect(statusOf(await moveAcross(reader, endpointOf(destination), streams))).toEqual([
        ['succeeded', undefined, 'verified'],
      ])
    expect(await arrived()).toEqual(ROWS)
  })

  it('moves everything that it lists, and shows rows', async () => {
    const reader = await account()
    expect(statusOf(await moveAcross(reader, endpointOf(destination), []))).toEqual([
      ['succeeded', undefined, 'verified'],
    ])
    const connector = CONNECTORS[reader.integration as 'postgres']
    const shown = await showRows({ connector, endpoint: reader }, entityOf(reader), contextWith())
    expect(shown.columns.map(({ name }) => name)).toEqual(['id', 'email'])
    expect(shown.rows).toHaveLength(3)
  })
})
