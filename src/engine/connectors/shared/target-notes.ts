import { type Sentence, type SentenceValue, sentence } from '../../../core/catalog/sentence.ts'
import type { TargetRequest } from '../../ports/destination.ts'

/** What the log says of a table that does not exist yet. A dry run creates nothing. */
export const createdNote = (table: SentenceValue, { isDry }: Pick<TargetRequest, 'isDry'>): Sentence =>
  isDry
    ? sentence`${table} would be created together with its rows.`
    : sentence`${table} is created together with its rows.`

export const newColumnsNote = (
  table: SentenceValue,
  columns: string,
  { isDry }: Pick<TargetRequest, 'isDry'>,
): Sentence =>
  isDry ? sentence`${table} would get new columns: ${columns}.` : sentence`${table} gets new columns: ${columns}.`
