import { expect, it } from 'vitest'

import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { Connector, Endpoint } from '../../src/engine/ports/connector.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { contextWith, type Database, endpointOf, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'

let source: Database
let from: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, from } = ends)
})

/** What is behind each column of these views. */
async function behind(connector: Connector, endpoint: Endpoint, names: readonly string[]) {
  const opened = await connector.openSource?.(endpoint, contextWith())
  try {
    const entities = (await opened?.entities(names)) ?? []
    return Object.fromEntries(
      entities.map(({ name, columns }) => [
        name.replace(/^.*\./, ''),
        Object.fromEntries(
          columns.map((column) => [
            column.name,
            Array.isArray(column.behind) ? column.behind.toSorted() : column.behind,
          ]),
        ),
      ]),
    )
  } finally {
    await opened?.close()
  }
}

it('Postgres: a column of a view is followed to the tables, through views, computed columns and materialized views', async () => {
  await run(
    source,
    'CREATE TABLE people (id int, email text, note text)',
    'CREATE VIEW addresses AS SELECT id, email AS contact, note FROM people',
    'CREATE VIEW labels (a, b, c) AS SELECT id, upper(contact), note FROM addresses',
    'ALTER VIEW labels RENAME COLUMN c TO d',
    'CREATE MATERIALIZED VIEW kept AS SELECT b AS c, a AS b FROM labels',
    'CREATE VIEW whole AS SELECT p::text AS row, id FROM people p',
    `CREATE FUNCTION first() RETURNS text LANGUAGE sql AS 'SELECT email FROM people'`,
    'CREATE VIEW asked AS SELECT first() AS one, id FROM people',
    'CREATE TABLE computed (id int, email text, "Loud" text GENERATED ALWAYS AS (upper(email)) STORED)',
    'CREATE VIEW louder AS SELECT "Loud" AS said FROM computed',
    `CREATE VIEW queried AS SELECT query_to_xml('SELECT * FROM people', true, false, '')::text AS xml, id FROM people`,
    'CREATE VIEW sampled AS SELECT most_common_vals::text AS common FROM pg_stats',
  )
  const all = ['people', 'addresses', 'labels', 'kept', 'whole', 'asked', 'computed', 'louder', 'queried', 'sampled']
  const names = all.map((name) => `public.${name}`)
  expect(await behind(postgresConnector, endpointOf(source), names)).toEqual({
    people: { id: undefined, email: undefined, note: undefined },
    addresses: { id: ['id'], contact: ['email'], note: ['note'] },
    labels: { a: ['id'], b: ['email', 'id', 'note'], d: ['note'] },
    kept: { c: ['email', 'id', 'note'], b: ['id'] },
    whole: { row: ['email', 'id', 'note'], id: ['id'] },
    asked: { one: 'unknown', id: ['id'] },
    computed: { id: undefined, email: undefined, Loud: ['email', 'upper'] },
    louder: { said: ['Loud', 'email', 'upper'] },
    queried: { xml: 'unknown', id: ['id'] },
    sampled: { common: 'unknown' },
  })
})

it('MySQL: a column of a view is followed to the tables, through views and computed columns', async () => {
  await runMysql(
    from,
    'CREATE TABLE people (id int, email varchar(50), note varchar(50))',
    'CREATE VIEW addresses AS SELECT id, email AS contact, note FROM people',
    'CREATE VIEW labels (a, b, d) AS SELECT id, upper(contact), note FROM addresses',
    'CREATE VIEW sides AS SELECT id AS value FROM people UNION ALL SELECT email FROM people',
    'CREATE TABLE computed (id int, email varchar(50), loud varchar(50) AS (upper(email)) STORED)',
  )
  const names = ['people', 'addresses', 'labels', 'sides', 'computed'].map((name) => `${from.database}.${name}`)
  expect(await behind(mysqlConnector, mysqlEndpoint(from), names)).toEqual({
    people: { id: undefined, email: undefined, note: undefined },
    addresses: { id: ['id'], contact: ['email'], note: ['note'] },
    labels: { a: ['id'], b: expect.arrayContaining(['contact', 'email']), d: ['note'] },
    sides: { value: expect.arrayContaining(['id', 'email']) },
    computed: { id: undefined, email: undefined, loud: expect.arrayContaining(['email']) },
  })
})
