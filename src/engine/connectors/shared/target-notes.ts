import { type Sentence, type SentenceValue, sentence } from '../../../core/catalog/sentence.ts'
import type { TargetRequest } from '../../ports/target-request.ts'

/** What the log says of a table that does not exist yet. A dry run creates nothing. */
export const createdNote = (table: SentenceValue, { isDry }: Pick<TargetRequest, 'isDry'>): Sentence =>
  isDry
    ? sentence`${table} would be created together with its rows.`
    : sentence`${table} is created together with its rows.`

/** What becomes of JSON texts that the target takes apart. @param type the type that keeps them */
export const reshapedNotes = (columns: readonly string[], type: string): readonly Sentence[] =>
  columns.length === 0
    ? []
    : [
        sentence`The target keeps JSON in a form of its own: without the order of names and, of a name that is there twice, only the last (${columns.join(', ')}). So its rows are counted, not verified; the type ${type} keeps every character.`,
      ]

export const newColumnsNote = (
  table: SentenceValue,
  columns: string,
  { isDry }: Pick<TargetRequest, 'isDry'>,
): Sentence =>
  isDry ? sentence`${table} would get new columns: ${columns}.` : sentence`${table} gets new columns: ${columns}.`
