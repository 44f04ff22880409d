import { type Sentence, type SentenceValue, sentence } from './sentence.ts'

type List = (parts: readonly SentenceValue[]) => SentenceValue

const joined =
  (join: (before: SentenceValue, part: SentenceValue) => SentenceValue): List =>
  (parts) =>
    parts.length === 0 ? '' : parts.reduce(join)

/** “a or b or c” */
export const oneOf = joined((before, part) => sentence`${before} or ${part}`)

/** “a; b; c”, for parts that are sentences. */
export const inTurn = joined((before, part) => sentence`${before}; ${part}`)

/** “a, b and c” */
export const allOf: List = (parts) => {
  const last = parts.at(-1) ?? ''
  if (parts.length < 2) return last
  return sentence`${parts.slice(0, -1).reduce((before, part) => sentence`${before}, ${part}`)} and ${last}`
}

const MOST_NAMES = 10

/** “a, b and 290 more”: the first ten of many names. */
export const firstNames = (names: readonly string[]): SentenceValue =>
  names.length > MOST_NAMES
    ? sentence`${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`
    : names.join(', ')

/** Whole sentences, one after the other. */
export const oneAfterAnother = ([first, ...others]: readonly Sentence[]): Sentence | undefined =>
  first && others.reduce((before, next) => sentence`${before} ${next}`, first)
