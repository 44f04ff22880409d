import { expect } from 'vitest'
import { RowDecoder } from '../../src/engine/formats/common-text/row-decoder.ts'
import { readSample } from '../../src/engine/move/plan/read-sample.ts'
import type { Pushdown } from '../../src/engine/ports/pushdown.ts'
import type { Source, SourceEntity } from '../../src/engine/ports/source.ts'
import { COMMON_TEXT, type Field } from '../../src/engine/ports/value-type.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import type { OpenDuckdb } from '../../src/engine/transform/duckdb/open-duckdb.ts'
import { pushableSteps } from '../../src/engine/transform/sql/pushdown-of.ts'
import { previewSteps } from '../../src/engine/transform/steps/preview-steps.ts'

/** A table of the value matrix, a condition on it, and whether the source finds the rows itself; else the engine does. */
export interface ProbedCondition {
  readonly table: string
  readonly where: string
  readonly isPushed: boolean
}

export const bySource = (table: string, ...conditions: readonly string[]): readonly ProbedCondition[] =>
  conditions.map((where) => ({ table, where, isPushed: true }))
export const byEngine = (table: string, ...conditions: readonly string[]): readonly ProbedCondition[] =>
  conditions.map((where) => ({ table, where, isPushed: false }))

export const filter = (where: string): Step => ({ id: 'f', type: 'filter', settings: { where } })
export const maskAll = (columns: readonly string[], method: string): Step => ({
  id: method,
  type: 'mask',
  settings: { columns: columns.map((column) => ({ column, method })) },
})

/** A source of tables whose first column is `n`, and the engine beside it. */
export interface Probed {
  readonly source: Source
  readonly duckdb: OpenDuckdb
  entityOf(table: string): SourceEntity
}

const { signal } = new AbortController()

/** The step as the source gets it, if it takes it. */
export async function takenBySource(probed: Probed, table: string, step: Step): Promise<Pushdown | undefined> {
  const { source, duckdb, entityOf } = probed
  const names = entityOf(table).columns.map(({ name }) => name)
  const { firsts } = await pushableSteps(duckdb.connection, names, [step], 'pepper')
  const pushdown = firsts[1]
  return pushdown && (await source.pushdown?.({ entity: entityOf(table) }, pushdown)) && pushdown
}

async function foundBySource({ source, entityOf }: Probed, table: string, pushdown: Pushdown) {
  const decoder = new RowDecoder()
  const found: Field[] = []
  const write = (frames: Buffer) => {
    for (const [n] of decoder.push(frames)) found.push(n ?? null)
    return true
  }
  const request = { entity: entityOf(table), columns: ['n'], format: COMMON_TEXT, pushdown }
  await source.read(request, { write, drained: async () => {} }, signal)
  return found
}

/** For each condition the rows for which it is true, in one pass. */
async function foundByEngine({ source, entityOf }: Probed, table: string, conditions: readonly string[]) {
  const { name, columns } = entityOf(table)
  const computed = conditions.map((expression, at) => ({ name: `c${at}`, expression }))
  const names = columns.map((column) => column.name)
  const { rows } = await readSample(source, { entity: entityOf(table), columns: names, limit: 100 }, signal)
  const [, made] = await previewSteps({
    input: { entity: name, columns },
    steps: [{ id: 'c', type: 'compute', settings: { columns: computed } }],
    source: { entities: undefined, find: () => undefined },
    rowsOf: async () => rows,
    readPartners: async () => ({ rows: 0, isWhole: true }),
    salt: 'pepper',
    signal,
  })
  expect(made?.error).toBeUndefined()
  return conditions.map((_, at) =>
    (made?.rows ?? []).filter((row) => row[names.length + at] === 't').map(([n]) => n ?? null),
  )
}

/** That the source finds the rows that the engine finds, of each condition that it takes, and that it takes those that it should. */
export async function expectSameRows(probed: Probed, conditions: readonly ProbedCondition[]): Promise<void> {
  const taken: string[] = []
  for (const table of new Set(conditions.map((one) => one.table))) {
    const wheres: string[] = []
    const found: (readonly Field[])[] = []
    for (const { where } of conditions.filter((one) => one.table === table)) {
      const pushdown = await takenBySource(probed, table, filter(where))
      if (!pushdown) continue
      taken.push(`${table}: ${where}`)
      wheres.push(where)
      found.push(await foundBySource(probed, table, pushdown))
    }
    const expected = wheres.length > 0 ? await foundByEngine(probed, table, wheres) : []
    const asObject = (rows: typeof found) => wheres.map((where, at) => ({ table, where, rows: rows[at] }))
    expect(asObject(found)).toEqual(asObject([...expected]))
  }
  const bySourceToo = conditions.filter(({ isPushed }) => isPushed)
  expect(taken).toEqual(bySourceToo.map(({ table, where }) => `${table}: ${where}`))
}
