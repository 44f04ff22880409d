import { defined } from '../../../core/catalog/defined.ts'
import { sourceKey } from '../../connectors/shared/row-key.ts'
import type { SourceColumn } from '../../ports/source.ts'
import type { Overlap, TargetRequest } from '../../ports/target-request.ts'
import type { SpelledStream, StreamState } from '../run/stream-request.ts'
import { columnOrigins } from './column-origins.ts'
import { isMark } from './overlap.ts'
import type { PlannedSteps } from './plan-steps.ts'

/** A column that steps change, or leave out, says nothing about the age of a row. */
export function newerOf(
  { keepsNewer }: SpelledStream,
  steps: PlannedSteps | undefined,
  arriving: readonly SourceColumn[],
): Pick<TargetRequest, 'keepsNewer'> {
  if (!keepsNewer) return {}
  const { cursor: named, updatesAsOld } = keepsNewer
  const column = steps ? arrivingAs(steps, named) : arriving.find(({ name }) => name === named)?.name
  return { keepsNewer: defined({ cursor: column, updatesAsOld }) }
}

/** In the first run nothing is read again: existing rows come from elsewhere. */
export function overlapWith(
  stream: SpelledStream,
  before: StreamState['cursor'],
  steps: PlannedSteps | undefined,
  read: readonly SourceColumn[],
): { readonly overlap?: Overlap } {
  const { mode, cursor } = stream
  if (mode !== 'append' || !cursor || (!before && cursor.after === undefined)) return {}
  const { key, cursor: column } = overlapOf(stream, before, steps, read)
  const until =
    cursor.after ?? (before?.column === cursor.column && !before.hasReadBeyond ? before.highWaterMark : undefined)
  const value = (steps?.columns ?? read).find(({ name }) => name === column)?.value
  const isBounded = until !== undefined && value && TELL_BEYOND.includes(value.kind) && isMark(value, until)
  return {
    overlap: {
      key,
      ...(column !== undefined && { cursor: column, ...defined({ until: isBounded ? until : undefined }) }),
    },
  }
}

/** Kinds that every system stores with all digits, and orders in the same way. */
const TELL_BEYOND: readonly string[] = ['integer', 'decimal', 'date', 'timestamp']

/**
 * How rows that are read again are recognized: by a key that always has a value, otherwise by all moved columns. Of another entity
 * a row with the same key may be another row.
 */
function overlapOf(
  { key: chosen = [], cursor }: SpelledStream,
  before: StreamState['cursor'],
  steps: PlannedSteps | undefined,
  read: readonly SourceColumn[],
): Pick<Overlap, 'key' | 'cursor'> {
  const columns = steps?.columns ?? read
  const key = chosen.length > 0 ? chosen : sourceKey(columns)
  const isFilled = (name: string) => columns.some((column) => column.name === name && !column.nullable)
  const isRecognized = !before?.isOfAnother && key.every(isFilled)
  const arriving = steps ? arrivingAs(steps, cursor?.column) : columns.find(({ name }) => name === cursor?.column)?.name
  return { key: isRecognized ? key : [], ...defined({ cursor: arriving }) }
}

/** The name of a column of the source behind the steps, if they leave its values as they are. */
const arrivingAs = ({ bound }: PlannedSteps, column: string | undefined): string | undefined =>
  [...columnOrigins(bound)].find(([, { source, isUnchanged }]) => isUnchanged && source === column)?.[0]
