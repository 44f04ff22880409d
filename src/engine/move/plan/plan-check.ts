import type { UncheckedReason } from '../../../core/catalog/runs/check-states.ts'
import type { KeyDigest } from '../../ports/key-digest.ts'
import type { Source, SourceColumn, SourceEntity } from '../../ports/source.ts'
import type { Target } from '../../ports/target.ts'
import type { ColumnMend } from '../run/stream-request.ts'
import { keyAtSource, keyOf } from './key-at-source.ts'
import type { PlannedSteps } from './plan-steps.ts'
import { planValueCheck } from './plan-value-check.ts'

/** How the keys that were read are compared with the staged keys: the same digest of the same columns, with the column names of each side. */
export interface KeyComparison {
  readonly read: KeyDigest
  readonly landed: KeyDigest
  /** The columns are all of the rows, not only their key. */
  readonly areValues?: true
  /** The sum of the rows that were sent is taken by this process, not by the source. */
  readonly isOfSent?: true
  /** Compared if this one differs, because equal tables may differ in it. */
  readonly slower?: KeyComparison
}

export interface CheckedStream {
  readonly source: Source
  readonly entity: SourceEntity
  readonly target: Target
  /** The columns as they reach the destination. */
  readonly columns: readonly SourceColumn[]
  /** The columns that identify rows, by the stream's setting. */
  readonly key: readonly string[] | undefined
  readonly steps: PlannedSteps | undefined
  /** How values that the destination refuses are changed. */
  readonly mends: readonly ColumnMend[]
  /** Whether the values of all columns that steps leave unchanged are compared, if both systems can sum them. Absent: only the key. */
  readonly comparesValues?: boolean
}

/** Decides whether values or keys can be compared. @returns how, or why not */
export function planCheck(stream: CheckedStream): KeyComparison | UncheckedReason {
  const { source, entity, target, columns, key: chosen, steps, comparesValues = false } = stream
  if (target.isMessage) return 'message'
  if (!target.sums) return 'answered'
  const values = comparesValues && steps?.changesCount !== true ? planValueCheck(stream) : undefined
  if (values) return values
  const key = keyOf(columns, chosen)
  if (key.length === 0 || !key.every((name) => target.columns.includes(name))) return 'no-key'
  const read = keyAtSource(key, steps)
  if (steps?.changesCount === true || !read) return 'steps'
  const offered = source.sums?.digests(entity, read) ?? []
  const taken = target.sums.digests(key)
  const name = offered.find((candidate) => taken.includes(candidate))
  return name === undefined ? 'types' : { read: { name, columns: read }, landed: { name, columns: key } }
}
