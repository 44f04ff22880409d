import { inEnglish, type Sentence } from '../../core/catalog/sentence.ts'

/** What a column does not see when it compares two values, because of its collation or its type. */
export interface Ignored {
  /** For people: "upper and lower case (citext)". */
  readonly what: Sentence
  /** How much that is: blanks at the end, also how characters are composed, also the case of letters. */
  readonly extent: 1 | 2 | 3
}

/** Whether two values may be equal for the second column and different for the first. */
export const mergesMore = (first: Ignored | undefined, second: Ignored | undefined): boolean =>
  second !== undefined &&
  (first === undefined || (first.extent <= second.extent && inEnglish(first.what) !== inEnglish(second.what)))
