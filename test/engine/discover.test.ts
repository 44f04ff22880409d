import { afterAll, beforeAll, expect, it } from 'vitest'

import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { contextWith, endpointOf, freshDatabase, run } from './move-between.ts'

let servers: RunningPostgres[]

beforeAll(async () => {
  servers = await Promise.all([startPostgres({ version: 15 }), startPostgres({ version: 18 })])
})

afterAll(() => Promise.all(servers.map((server) => server.stop())))

it.each([0, 1])('lists what can be read, with columns, keys and estimates (server %i)', async (n) => {
  const database = await freshDatabase(servers[n] as RunningPostgres)
  await run(
    database,
    'CREATE TABLE b (x numeric(14,2) NOT NULL, y varchar(3)[], z int, PRIMARY KEY (z, x))',
    'INSERT INTO b SELECT n, NULL, n FROM generate_series(1, 1000) n',
    'ANALYZE b',
    'CREATE TABLE "A.b" (g int GENERATED ALWAYS AS (1) STORED)',
    'CREATE TABLE parted (a int) PARTITION BY LIST (a)',
    'CREATE TABLE part PARTITION OF parted DEFAULT',
    'CREATE VIEW v AS SELECT 1 AS one',
    'CREATE MATERIALIZED VIEW m AS SELECT 1 AS one',
    'CREATE EXTENSION file_fdw',
    'CREATE SERVER files FOREIGN DATA WRAPPER file_fdw',
    `CREATE FOREIGN TABLE f (line text) SERVER files OPTIONS (filename '/dev/null')`,
    'CREATE TABLE _millrace_fence (a int)',
    'CREATE SCHEMA other',
    'CREATE TABLE other.t (a int)',
  )
  expect(await postgresConnector.discover(endpointOf(database), contextWith())).toMatchObject([
    { name: 'other.t', kind: 'table' },
    { name: 'public."A.b"', kind: 'table', columns: [{ name: 'g', generated: true }] },
    {
      name: 'public.b',
      kind: 'table',
      estimatedRows: 1000,
      columns: [
        { name: 'x', type: 'numeric(14,2)', nullable: false, keyPosition: 2 },
        { name: 'y', type: 'character varying(3)[]', nullable: true },
        { name: 'z', type: 'integer', nullable: false, keyPosition: 1 },
      ],
    },
    { name: 'public.f', kind: 'foreign table' },
    { name: 'public.m', kind: 'materialized view' },
    { name: 'public.parted', kind: 'partitioned table' },
    { name: 'public.v', kind: 'view' },
  ])
})

it('hides what the account may not read, down to the column', async () => {
  const database = await freshDatabase(servers[1] as RunningPostgres)
  await run(
    database,
    'CREATE TABLE open (a int)',
    'CREATE TABLE closed (a int)',
    'CREATE TABLE half (a int, b int)',
    `CREATE ROLE partial LOGIN PASSWORD 'secret'`,
    'GRANT SELECT ON open TO partial',
    'GRANT SELECT (b) ON half TO partial',
    'CREATE SCHEMA hidden',
    'CREATE TABLE hidden.t (a int)',
    'GRANT SELECT ON hidden.t TO partial',
  )
  const entities = await postgresConnector.discover(
    endpointOf({ ...database, user: 'partial', password: 'secret' }),
    contextWith(),
  )
  expect(entities.map(({ name, columns }) => [name, columns.map((column) => column.name)])).toEqual([
    ['public.half', ['b']],
    ['public.open', ['a']],
  ])
})

it('lists 2,000 tables within 5 s, in the same order each time', async () => {
  const database = await freshDatabase(servers[1] as RunningPostgres)
  await run(
    database,
    `SELECT format('CREATE TABLE t%s (id bigint PRIMARY KEY, a text, b numeric(10,2), c timestamptz, d jsonb, e int[], f bool, g uuid)', n) FROM generate_series(1, 1) n`,
  )
  for (let from = 1; from <= 2000; from += 250) {
    await run(
      database,
      `DO $$ BEGIN FOR n IN ${from}..${from + 249} LOOP EXECUTE format('CREATE TABLE t%s (id bigint PRIMARY KEY, a text, b numeric(10,2), c timestamptz, d jsonb, e int[], f bool, g uuid)', n); END LOOP; END $$`,
    )
  }
  const started = performance.now()
  const first = await postgresConnector.discover(endpointOf(database), contextWith())
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(first).toHaveLength(2000)
  expect(await postgresConnector.discover(endpointOf(database), contextWith())).toEqual(first)
})
