import { sentence } from '../../../../core/catalog/sentence.ts'
import type { Ignored } from '../../../ports/ignored.ts'

/** Collations in which every character counts, those at the end too. */
const EXACT = /^(binary|utf8mb4_0900_bin)$|_nopad_bin$/

/** Collations of other names that pay attention to case. */
const SEES_CASE = /_bin$|_cs(_|$)/

/** In what two texts may differ that a collation takes for equal. @returns nothing if in nothing */
export function ignoredBy(collation: string): Ignored | undefined {
  if (EXACT.test(collation)) return undefined
  if (!SEES_CASE.test(collation))
    return { what: sentence`upper and lower case, accents or spaces at the end (${collation})`, extent: 3 }
  return collation.endsWith('_bin')
    ? { what: sentence`spaces at the end (${collation})`, extent: 1 }
    : { what: sentence`spaces at the end or how characters are composed (${collation})`, extent: 2 }
}
