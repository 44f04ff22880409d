import type { ColumnNote } from '../../../core/catalog/runs/column-notes.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { holdingBoth, isWider } from '../../formats/common-text/is-wider.ts'
import type { TargetRequest } from '../../ports/target-request.ts'
import type { ValueType } from '../../ports/value-type.ts'

interface Holding {
  readonly value: ValueType
  readonly nullable: boolean
}

/** A note for people about values that are stored in a column of another kind. */
export const fitNotes = (coming: Holding, own: Holding): readonly ColumnNote[] => [
  ...(own.value.kind === 'text' && coming.value.kind !== 'text' ? (['as-text'] as const) : []),
  ...(isWider(holdingBoth(coming.value, own.value), own.value) ? (['narrower'] as const) : []),
  ...(coming.nullable && !own.nullable ? (['required'] as const) : []),
]

/** A note for people about a table whose rows are replaced and that has columns without a source. */
export const leftNotes = (columns: readonly string[], { isDry }: Pick<TargetRequest, 'isDry'>): readonly Sentence[] =>
  columns.length === 0
    ? []
    : [
        isDry
          ? sentence`The source does not have these columns of the target, so they would be empty or have their default: ${columns.join(', ')}.`
          : sentence`The source does not have these columns of the target, so they are empty or have their default: ${columns.join(', ')}.`,
      ]
