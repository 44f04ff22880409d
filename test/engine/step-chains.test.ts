import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { RowDecoder } from '../../src/engine/formats/common-text/row-decoder.ts'
import { RowEncoder } from '../../src/engine/formats/common-text/row-encoder.ts'
import type { SourceColumn } from '../../src/engine/ports/source.ts'
import type { Field, ValueType } from '../../src/engine/ports/value-type.ts'
import { openDuckdb } from '../../src/engine/transform/duckdb/open-duckdb.ts'
import { type ReadRows, StreamTransform } from '../../src/engine/transform/rows/transform-stream.ts'
import { bindSteps, type StepsInput } from '../../src/engine/transform/steps/bind-steps.ts'
import { SEED, TRIES_ALL } from '../support/samples.ts'
import { expectedRows, generatedSteps, STEPS_KINDS } from './generated-steps.ts'

const column = (name: string, value: ValueType): SourceColumn => ({ name, type: value.kind, value, nullable: true })
const INTEGER: ValueType = { kind: 'integer', bits: 32 }
const TEXT: ValueType = { kind: 'text' }

const TABLE: StepsInput = {
  entity: 't',
  columns: [
    column('id', INTEGER),
    column('v', TEXT),
    column('code', INTEGER),
    column('price', { kind: 'decimal', precision: 12, scale: 2 }),
    column('day', { kind: 'date' }),
    column('fill', TEXT),
  ],
}
const OTHER: StepsInput = { entity: 'o', columns: [column('k', INTEGER), column('name', TEXT)] }

const reading =
  (rows: readonly (readonly Field[])[], { columns }: StepsInput): ReadRows =>
  async (needed, sink) => {
    const encoder = new RowEncoder()
    for (const row of rows) encoder.add(row.filter((_, at) => needed.includes(columns[at]?.name ?? '')))
    if (!sink.write(encoder.take().frames, 0)) await sink.drained()
    return rows.length
  }

const CHOICES = fc.array(fc.array(fc.nat(40), { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 7 })
const TRIES = { numRuns: TRIES_ALL ? 2_000 : 60, ...(TRIES_ALL ? {} : { seed: SEED }) }

it('steps in any order make what DuckDB makes of the whole table, whichever of their columns are wanted', async () => {
  const rowsOf = await expectedRows(300)
  const rows = await rowsOf('SELECT * EXCLUDE (place) FROM t ORDER BY place')
  const partners = await rowsOf('SELECT * FROM o')
  const tried = fc.asyncProperty(CHOICES, fc.constantFrom(...STEPS_KINDS), fc.nat(62), async (choices, kind, left) => {
    const { steps, expected } = generatedSteps(choices, kind, 'o')
    const duckdb = await openDuckdb()
    const bound = await bindSteps(duckdb.connection, TABLE, steps, {
      entities: ['t', 'o'],
      find: (entity) => (entity === 'o' ? OTHER : undefined),
    }).finally(duckdb.close)
    const all = bound.relations.at(-1)?.relation.columns.map(({ name }) => name) ?? []
    const some = all.filter((_, at) => ((left >> (at % 6)) & 1) === 0)
    const columns = some.length > 0 ? some : all
    const { signal } = new AbortController()
    const stream = await StreamTransform.open({ steps: bound, columns, salt: 'pepper', signal, folder: tmpdir() })
    const decoder = new RowDecoder()
    const made: (readonly Field[])[] = []
    await stream
      .run(
        reading(rows, TABLE),
        () => reading(partners, OTHER),
        async (frames) => void made.push(...decoder.push(frames)),
      )
      .finally(() => stream.close())
    const list = columns.map((name) => `"${name}"`).join(', ')
    const sorted = (all: readonly (readonly Field[])[]) => all.map((row) => JSON.stringify(row)).toSorted()
    expect(sorted(made), JSON.stringify(steps)).toEqual(sorted(await rowsOf(`SELECT ${list} FROM (${expected})`)))
  })
  await fc.assert(tried, TRIES)
}, 1_200_000)
