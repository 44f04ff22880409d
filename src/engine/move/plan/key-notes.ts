import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { inTurn } from '../../../core/catalog/sentence-lists.ts'
import { mergedBy } from '../../connectors/shared/equal-keys.ts'
import { mergesMore } from '../../ports/ignored.ts'
import type { Target } from '../../ports/target.ts'
import type { TargetRequest } from '../../ports/target-request.ts'
import { keyOf } from './key-at-source.ts'

/** Notes about rows whose keys differ only in something that one of the two sides ignores. */
export function keyNotes(
  { columns, key, mode, vanished }: Pick<TargetRequest, 'columns' | 'key' | 'mode' | 'vanished'>,
  { ignores: own = {} }: Pick<Target, 'ignores'>,
): readonly Sentence[] {
  if (mode !== 'upsert') return []
  const names = keyOf(columns, key)
  const compared = columns.filter(({ name }) => names.includes(name))
  const merged = mergedBy(columns, names, own)
  if (merged.length > 0)
    return [
      sentence`The destination takes keys for equal that differ only in something that the source sees. ${inTurn(merged)}. Two such rows in one run end it; where the source has another key, the later one wins and the log counts the others. One that comes in a later run overwrites the other. Give the column a type or a collation that tells them apart to keep both.`,
    ]
  // The row with the older key is gone at the source, and is removed.
  const isRemoved = vanished !== undefined && vanished.column === undefined
  if (isRemoved) return []
  const loose = compared.flatMap(({ name, ignores }) =>
    ignores && mergesMore(own[name], ignores) ? [sentence`${name}: ${ignores.what}`] : [],
  )
  if (loose.length === 0) return []
  return [
    sentence`The source takes keys for equal that differ only in something that the destination sees. ${inTurn(loose)}. A row whose key changes only in this comes as a second row. Remove vanished rows (a setting of the stream) to keep one, or write the key in one spelling with a step.`,
  ]
}
