import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { Source, SourceEntity } from '../../src/engine/ports/source.ts'
import { type OpenDuckdb, openDuckdb } from '../../src/engine/transform/duckdb/open-duckdb.ts'
import { majorOf } from '../support/postgres/postgres-binaries.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { contextWith, type Database, endpointOf, freshDatabase, run } from './move-between.ts'
import { PROBED_CONDITIONS } from './pushdown-conditions.ts'
import { expectSameRows, filter, maskAll, takenBySource } from './pushdown-found.ts'
import { moveBothWays, whatDiffers } from './pushdown-ways.ts'
import { EXTENSIONS, TYPE_SETUP, typeProbes } from './type-probes.ts'

const major = await majorOf()

/** Values of these types that the engine refuses to work with; beside each there is a table without them. */
const INSIDE: Readonly<Record<string, string>> = {
  'PG-03': 'abs(v) < 1e28 AND scale(v) < 11',
  'PG-12': `v >= '0001-01-01' OR v = '-infinity'`,
  'PG-13': `(v >= '0001-01-01' OR v = '-infinity') AND (v < '290000-01-01' OR v = 'infinity')`,
  'PG-14': `v >= '0001-01-01' OR v = '-infinity'`,
}

/** Those of a megabyte say nothing here. */
const IS_HUGE = /repeat\(.*\d{7}/

const PROBES = [
  ...typeProbes(major).map((probe) => ({ ...probe, values: probe.values.filter((value) => !IS_HUGE.test(value)) })),
  { id: 'enumeration', type: 'mood', values: [`'sad'`, `'fine'`, `'o''k'`, 'NULL'] },
  ...(major < 15
    ? []
    : [
        { id: 'fraction', type: 'numeric(2,5)', values: ['0.00012', '-0.00099', '0', 'NULL'] },
        { id: 'hundreds', type: 'numeric(3,-2)', values: ['12345', '-99900', '0', 'NULL'] },
      ]),
  { id: 'NaN', type: 'numeric(14,2)', values: ['1.10', `'NaN'`, 'NULL'] },
]
/** Before Postgres 15 some types do not exist. */
const isThere = (table: string) => major >= 15 || !['fraction', 'hundreds'].includes(table)
const INSIDES = Object.keys(INSIDE).map((id) => `${id} inside`)
const TABLES = [...PROBES.map(({ id }) => id), ...INSIDES]

/** Those whose text is the same to both, as long as no value among them is beyond the engine. */
const IS_MASKED =
  /^(PG-01.*|PG-02|PG-03 fixed|PG-07|PG-08 text|PG-08 varchar|PG-1[234] (inside|rounded)|PG-19|enumeration|hundreds)$/

let server: RunningPostgres
let database: Database
let destination: Database
let source: Source
let duckdb: OpenDuckdb
let entities: readonly SourceEntity[]

beforeAll(async () => {
  server = await startPostgres()
  database = await freshDatabase(server)
  destination = await freshDatabase(server)
  const quoted = (names: readonly string[]) => names.map((name) => `"${name}".v AS "${name}"`).join(', ')
  const joins = (names: readonly string[]) => names.map((name) => `LEFT JOIN "${name}" USING (n)`).join(' ')
  const wide = (table: string, names: readonly string[]) =>
    `CREATE TABLE ${table} AS SELECT n, ${quoted(names)} FROM generate_series(0, 12) n ${joins(names)}`
  await run(
    database,
    TYPE_SETUP,
    `CREATE TYPE mood AS ENUM ('sad', 'fine', 'o''k')`,
    ...PROBES.flatMap(({ id, type, values }) => [
      `CREATE TABLE "${id}" (n int PRIMARY KEY, v ${type})`,
      ...values.map((value, n) => `INSERT INTO "${id}" VALUES (${n}, ${value})`),
    ]),
    ...Object.entries(INSIDE).map(
      ([id, where]) => `CREATE TABLE "${id} inside" AS SELECT * FROM "${id}" WHERE v IS NULL OR ${where}`,
    ),
    wide('everything', TABLES),
    wide(
      'masked',
      TABLES.filter((table) => IS_MASKED.test(table)),
    ),
  )
  // Columns keep their types, so the destination needs to know those that it cannot make itself.
  await run(destination, EXTENSIONS)
  const opened = await postgresConnector.openSource?.(endpointOf(database), contextWith())
  if (!opened) throw new Error('Postgres is a source')
  source = opened
  entities = await source.entities(TABLES.map((table) => `public.${table}`))
  duckdb = await openDuckdb()
})

afterAll(async () => {
  duckdb.close()
  await source.close()
  await server.stop()
})

const entityOf = (table: string): SourceEntity => {
  const found = entities.find(({ name }) => name === `public.${table}`)
  if (!found) throw new Error(`there is no table ${table}`)
  return found
}

const probed = () => ({ source, duckdb, entityOf })

describe('the SELECT of the source', () => {
  it('leaves every type as the engine leaves it, renamed, filtered and emptied', async () => {
    const { pushed, results } = await moveBothWays({
      source: database,
      destination,
      tables: ['everything'],
      steps: [
        { id: 'r', type: 'rename', settings: { columns: [{ column: 'PG-08 text', to: 'a "new" name' }] } },
        filter('N % 3 <> 1'),
        maskAll(['PG-06', 'PG-23 xml'], 'redact'),
      ],
    })
    expect(pushed).toEqual(['everything'])
    expect(results.pushed).toMatchObject([{ status: 'succeeded', rowsRead: 13, rowsFiltered: 4, rowsWritten: 9 }])
    expect(results.pushed).toEqual(results.through)
    expect(await whatDiffers(destination, ['everything'])).toEqual([])
  })

  it.each(['hash', 'partial'])('masks by %s as the engine does', async (method) => {
    const columns = TABLES.filter((table) => IS_MASKED.test(table))
    const steps = [maskAll(columns, method)]
    const { pushed, results } = await moveBothWays({ source: database, destination, tables: ['masked'], steps })
    expect(pushed).toEqual(['masked'])
    expect(results.pushed).toMatchObject([{ status: 'succeeded', rowsRead: 13, rowsFiltered: 0, rowsWritten: 13 }])
    expect(results.pushed).toEqual(results.through)
    expect(await whatDiffers(destination, ['masked'])).toEqual([])

    const taken: string[] = []
    for (const table of TABLES) if (await takenBySource(probed(), table, maskAll(['v'], method))) taken.push(table)
    expect(taken).toEqual(columns)
  })

  it('finds the rows that the engine finds, or leaves the condition to it', async () => {
    await expectSameRows(
      probed(),
      PROBED_CONDITIONS.filter(({ table }) => isThere(table)),
    )
  })
})
