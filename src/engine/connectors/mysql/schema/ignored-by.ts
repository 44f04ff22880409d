import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'

/** Collations in which every character counts, those at the end too. */
const EXACT = /^(binary|utf8mb4_0900_bin)$|_nopad_bin$/

/** Collations of other names that pay attention to case. */
const SEES_CASE = /_bin$|_cs(_|$)/

/** In what two texts may differ that a collation takes for equal. @returns nothing if in nothing */
export function ignoredBy(collation: string): Sentence | undefined {
  if (EXACT.test(collation)) return undefined
  if (!SEES_CASE.test(collation)) return sentence`upper and lower case, accents or spaces at the end (${collation})`
  return collation.endsWith('_bin')
    ? sentence`spaces at the end (${collation})`
    : sentence`spaces at the end or how characters are composed (${collation})`
}
