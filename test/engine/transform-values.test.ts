import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { readSample } from '../../src/engine/move/plan/read-sample.ts'
import type { SourceEntity } from '../../src/engine/ports/source.ts'
import type { Field } from '../../src/engine/ports/value-type.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { previewSteps } from '../../src/engine/transform/steps/preview-steps.ts'
import { majorOf } from '../support/postgres/postgres-binaries.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { contextWith, endpointOf, freshDatabase, run } from './move-between.ts'
import { TYPE_SETUP, typeProbes } from './type-probes.ts'

const major = await majorOf()

interface Probe {
  readonly entity: SourceEntity
  readonly rows: readonly (readonly Field[])[]
}

const { signal } = new AbortController()
const probes: Probe[] = []
let server: RunningPostgres

beforeAll(async () => {
  server = await startPostgres()
  const database = await freshDatabase(server)
  const tables = typeProbes(major).flatMap(({ id, type, values }) => [
    `CREATE TABLE "${id}" (n int PRIMARY KEY, v ${type})`,
    ...values.map((value, n) => `INSERT INTO "${id}" VALUES (${n}, ${value})`),
  ])
  await run(database, TYPE_SETUP, ...tables)
  const source = await postgresConnector.openSource?.(endpointOf(database), contextWith())
  if (!source) throw new Error('Postgres is a source')
  try {
    for (const entity of await source.entities(typeProbes(major).map(({ id }) => `public.${id}`))) {
      const columns = entity.columns.map(({ name }) => name)
      probes.push({ entity, rows: (await readSample(source, { entity, columns, limit: 100 }, signal)).rows })
    }
  } finally {
    await source.close()
  }
})

afterAll(() => server.stop())

const FILTER: Step = { id: 'f', type: 'filter', settings: { where: 'n >= 0' } }
/** A query that sorts keeps nothing of what was read, so each value is created. */
const QUERY: Step = { id: 'q', type: 'sql', settings: { query: 'SELECT n, v FROM input ORDER BY n' } }

async function passed({ entity: { name, columns } }: Probe, rows: Probe['rows']) {
  const input = { entity: name, columns }
  const source = { entities: undefined, find: () => undefined }
  const [, filtered, made] = await previewSteps({
    input,
    steps: [FILTER, QUERY],
    source,
    rowsOf: async () => rows,
    readPartners: async () => ({ rows: 0, isWhole: true }),
    salt: '',
    signal,
  })
  return { filtered: filtered?.rows, made: made?.error?.code ?? made?.rows }
}

/** Postgres leaves out the spaces at the end of `character` too where it becomes another text. */
const withoutPadding = (text: Field) => text?.replace(/ +$/, '') ?? null

/** One spelling for equal numbers. */
const plainNumber = (text: Field) =>
  text
    ?.replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/^-0$/, '0') ?? null

describe('every type of Postgres', () => {
  it('passes steps that do not work with it character by character; those that do keep it exactly or end the run', async () => {
    const refused: string[] = []
    for (const probe of probes) {
      const { name, columns } = probe.entity
      const value = columns.find((column) => column.name === 'v')?.value
      const isPadded = value?.kind === 'text' && value.padded
      const spelled = value?.kind === 'decimal' ? plainNumber : isPadded ? withoutPadding : undefined
      const exact = (rows: Probe['rows']) => (spelled ? rows.map((row) => row.map(spelled)) : rows)

      const { filtered, made } = await passed(probe, probe.rows)
      expect({ name, rows: filtered }).toEqual({ name, rows: probe.rows })
      if (Array.isArray(made)) expect({ name, rows: exact(made) }).toEqual({ name, rows: exact(probe.rows) })
      else {
        for (const row of probe.rows) {
          const { made: alone } = await passed(probe, [row])
          if (alone === 'VALUE_NOT_REPRESENTABLE') refused.push(`${name} ${row[0]}`)
          else expect({ name, alone: exact(alone as Probe['rows']) }).toEqual({ name, alone: exact([row]) })
        }
      }
    }
    expect(refused).toEqual([
      // More digits than 28 and 10, NaN and infinity.
      ...['0', '1', '2', '3', '6', '7', '8'].map((n) => `public.PG-03 ${n}`),
      // Before the year 1, or after the last year that DuckDB has.
      'public.PG-12 1',
      'public.PG-12 2',
      'public.PG-13 2',
      'public.PG-13 5',
      'public.PG-14 4',
    ])
  })
})
