import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { inTurn } from '../../../core/catalog/sentence-lists.ts'
import type { Destination, TargetRequest } from '../../ports/destination.ts'
import { keyOf } from './key-at-source.ts'

/** What becomes of a row whose key changes only in what the source ignores. */
export function keyNotes(
  { columns, key, mode, vanished }: Pick<TargetRequest, 'columns' | 'key' | 'mode' | 'vanished'>,
  destination: Pick<Destination, 'collatesTexts'>,
): readonly Sentence[] {
  // The row with the older key is gone at the source, and is removed.
  const isRemoved = vanished !== undefined && vanished.column === undefined
  if (mode !== 'upsert' || isRemoved || destination.collatesTexts) return []
  const names = keyOf(columns, key)
  const loose = columns.flatMap(({ name, ignores }) =>
    ignores && names.includes(name) ? [sentence`${name}: ${ignores}`] : [],
  )
  if (loose.length === 0) return []
  return [
    sentence`The source takes keys for equal that differ only in something that the destination sees. ${inTurn(loose)}. A row whose key changes only in this comes as a second row. Remove vanished rows (a setting of the stream) to keep one, or write the key in one spelling with a step.`,
  ]
}
