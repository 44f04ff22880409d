import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { columnOrigins } from '../../move/plan/column-origins.ts'
import { openStepBinder, type PlannedSteps } from '../../move/plan/plan-steps.ts'
import { type Comparison, compareTables } from '../../move/verify/compare-tables.ts'
import { pairedComparison, refuse } from '../../move/verify/paired-comparison.ts'
import type { Source, SourceEntity } from '../../ports/source.ts'
import { COMMON_TEXT } from '../../ports/value-type.ts'
import type { FrozenPair, MirroredDifference, ProvenTable } from '../compare-mirrored.ts'
import type { StepsOptions } from './change-steps.ts'

export type ProvenSteps = Pick<StepsOptions, 'transformations' | 'open'>

/**
 * Compares what the steps of a table make of the rows of the source with the rows of the destination. No server can sum rows that steps have yet to make,
 * so all rows of both sides are read, some thousand at a time.
 * @throws ConnectorError if they cannot be compared, or a side or a step fails
 */
export async function compareStepped(
  pair: FrozenPair,
  table: ProvenTable,
  { transformations, open }: ProvenSteps,
  signal: AbortSignal,
): Promise<MirroredDifference> {
  const [entity] = await pair.source.entities([table.entity])
  const [there] = await pair.target.entities([table.target])
  if (!entity || !there) refuse(table.target, sentence`One of the two systems does not have it.`)
  const process = open()
  try {
    const binder = openStepBinder(transformations, () => process)
    const columns = entity.columns.filter(({ name }) => table.columns.includes(name))
    const planned = await binder.bind(entity.name, columns, [], { readsAll: false })
    if (!planned) refuse(table.target, sentence`Its steps are gone.`)
    const comparison = steppedComparison(pair, table, { entity, there, planned, signal })
    const { missing, changed, extra, equal, sample } = await compareTables(comparison)
    const { key, values } = comparison.target
    return {
      rows: equal + missing + changed,
      missing,
      changed,
      extra,
      sample,
      places: [],
      columns: [...key, ...values],
    }
  } finally {
    process.kill()
  }
}

interface Bound {
  readonly entity: SourceEntity
  readonly there: SourceEntity
  readonly planned: PlannedSteps
  readonly signal: AbortSignal
}

function steppedComparison(
  { source, target }: FrozenPair,
  table: ProvenTable,
  { entity, there, planned, signal }: Bound,
): Comparison {
  const key = keyAfter(table, planned)
  const made = planned.columns.filter(({ name }) => !key.includes(name))
  const values = made.map(({ name }) => name)
  const areThere = (name: string) => there.columns.some((column) => column.name === name)
  const lost = values.find((name) => !areThere(name))
  if (lost !== undefined) refuse(table.target, sentence`${table.target} has no column ${lost}.`)
  const taken = values.find((name) => table.key.includes(name))
  if (taken !== undefined)
    refuse(table.target, sentence`Its steps give the name ${taken} of its key to another column.`)
  // The key has its own name where ranges of rows are asked for.
  const known = entity.columns.filter(({ name }) => table.key.includes(name))
  const comparison = pairedComparison(
    { from: source, entity: { ...entity, columns: [...known, ...made] }, key: table.key, values },
    { from: target, entity: there, key, values },
    { leavesOut: false, signal },
  )
  const plain = { nativeText: [] }
  const read = readThroughSteps(source, entity, { planned, key })
  return {
    ...comparison,
    readsAll: true,
    source: { ...comparison.source, ...plain, read },
    target: { ...comparison.target, ...plain },
  }
}

/** @throws ConnectorError; a mirror refuses steps that change its key before that */
function keyAfter({ target, key }: ProvenTable, { bound }: PlannedSteps): readonly string[] {
  const origins = [...columnOrigins(bound)]
  return key.map((name) => {
    const [after] = origins.find(([, { source, isUnchanged }]) => isUnchanged && source === name) ?? []
    return after ?? refuse(target, sentence`Its steps change the key.`)
  })
}

interface Reading {
  readonly planned: PlannedSteps
  /** After the steps. */
  readonly key: readonly string[]
}

/** Reads rows of the source as they are after the steps. */
function readThroughSteps(source: Source, entity: SourceEntity, { planned, key }: Reading): Source['read'] {
  const { process, order: steps, salt } = planned
  return ({ columns, keys }, sink, signal) =>
    process.transform(
      { steps, columns: [...key, ...columns.slice(key.length)], salt, signal },
      {
        main: (names, into, stop) =>
          source.read({ entity, columns: names, format: COMMON_TEXT, ...defined({ keys }) }, into, stop),
        other: () => {
          throw new Error('steps that work row by row join nothing')
        },
      },
      async (frames, rows) => {
        if (!sink.write(frames, rows)) await sink.drained()
      },
    )
}
