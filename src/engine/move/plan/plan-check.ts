import type { UncheckedReason } from '../../../core/catalog/runs/check-states.ts'
import type { Target } from '../../ports/destination.ts'
import type { KeyDigest } from '../../ports/key-digest.ts'
import type { Source, SourceColumn, SourceEntity } from '../../ports/source.ts'
import { TEXTS } from '../../ports/vanished-rows.ts'
import { keyAtSource, keyOf } from './key-at-source.ts'
import type { PlannedSteps } from './plan-steps.ts'

/** How the keys that were read are compared with the staged keys: the same digest of the same columns, with the column names of each side. */
export interface KeyComparison {
  readonly read: KeyDigest
  readonly landed: KeyDigest
  /** The columns are all of the rows, not only their key. */
  readonly areValues?: true
}

interface CheckedStream {
  readonly source: Source
  readonly entity: SourceEntity
  readonly target: Target
  /** The columns as they reach the destination. */
  readonly columns: readonly SourceColumn[]
  /** The columns that identify rows, by the stream's setting. */
  readonly key: readonly string[] | undefined
  readonly steps: PlannedSteps | undefined
  /** Whether the values of all columns that steps leave unchanged are compared, if both systems can sum them. Absent: only the key. */
  readonly comparesValues?: boolean
}

/** Decides whether keys can be compared. @returns how, or why not */
export function planCheck({
  source,
  entity,
  target,
  columns,
  key: chosen,
  steps,
  comparesValues = false,
}: CheckedStream): KeyComparison | UncheckedReason {
  if (!target.digests) return 'answered'
  const key = keyOf(columns, chosen)
  if (key.length === 0 || !key.every((name) => target.columns.includes(name))) return 'no-key'
  const read = keyAtSource(key, steps)
  if (steps?.changesCount === true || !read) return 'steps'
  const values = comparesValues ? valueComparison({ source, entity, target, steps }) : undefined
  if (values) return values
  const offered = source.digests?.(entity, read) ?? []
  const taken = target.digests(key)
  const name = offered.find((candidate) => taken.includes(candidate))
  return name === undefined ? 'types' : { read: { name, columns: read }, landed: { name, columns: key } }
}

/** How the values are compared. @returns nothing if the two systems have no common sum of whole rows */
function valueComparison({
  source,
  entity,
  target,
  steps,
}: Pick<CheckedStream, 'source' | 'entity' | 'target' | 'steps'>): KeyComparison | undefined {
  const unchanged = target.columns.flatMap((landed) => {
    const read = keyAtSource([landed], steps)?.[0]
    return read === undefined ? [] : [{ read, landed }]
  })
  const [read, landed] = [unchanged.map((column) => column.read), unchanged.map((column) => column.landed)]
  const taken = target.rowSums?.(landed) ?? []
  const name = source.rowSums?.(entity, read).find((sum) => sum !== TEXTS && taken.includes(sum))
  return name === undefined
    ? undefined
    : { read: { name, columns: read }, landed: { name, columns: landed }, areValues: true }
}
