import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { AlteredRows } from '../../ports/load.ts'

export const alteredNote = ({ rows, columns, by }: AlteredRows): Sentence =>
  rows === 1
    ? sentence`1 row is not in the target as it was written (${columns.join(', ')}): triggers or rules of the target change it (${by}).`
    : sentence`${rows} rows are not in the target as they were written (${columns.join(', ')}): triggers or rules of the target change them (${by}).`

export const outdatedNote = (rows: number): Sentence =>
  rows === 1
    ? sentence`1 row was left out and counts as filtered: the destination has a row with its key that came later.`
    : sentence`${rows} rows were left out and count as filtered: the destination has rows with their keys that came later.`

export const removedNote = (rows: number): Sentence =>
  rows === 1
    ? sentence`1 row was removed, because the source no longer has it.`
    : sentence`${rows} rows were removed, because the source no longer has them.`

export const markedNote = (rows: number): Sentence =>
  rows === 1
    ? sentence`1 row was marked, because the source no longer has it.`
    : sentence`${rows} rows were marked, because the source no longer has them.`

export const repeatedNote = (rows: number): Sentence =>
  rows === 1
    ? sentence`1 row was read again and left out, because it already exists.`
    : sentence`${rows} rows were read again and left out, because they already exist.`

export const supersededNote = (rows: number): Sentence =>
  rows === 1
    ? sentence`1 row has the key of a row that arrived later, so it was left out and counts as filtered.`
    : sentence`${rows} rows have the key of a row that arrived later, so they were left out and count as filtered.`

export const unsignedNote = (column: string, values: number): Sentence =>
  values === 1
    ? sentence`1 value of "${column}" is -0 at the source and 0 in the destination, which has no -0.`
    : sentence`${values} values of "${column}" are -0 at the source and 0 in the destination, which has no -0.`
