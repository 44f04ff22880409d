import { z } from 'zod/mini'

import type { Sentence } from '../core/catalog/sentence.ts'

/** Not a recursive schema: that would make the client a kilobyte larger. */
const isSentence = ({ values }: { readonly values: readonly unknown[] }): boolean =>
  values.every((value) => {
    if (typeof value === 'string' || typeof value === 'number') return true
    const inner = value as Partial<Sentence> | null
    return typeof inner?.template === 'string' && Array.isArray(inner.values) && isSentence({ values: inner.values })
  })

const spoken = z
  .looseObject({ template: z.string(), values: z.array(z.unknown()) })
  .check(z.refine(isSentence)) as z.ZodMiniType<Sentence>

/** Sent with an English text, for its translation. An unreadable sentence counts as absent. */
export const sentence = z.catch(z.optional(spoken), undefined)

/** The same for notes, in the same order. */
export const noteSentences = z.catch(z.optional(z.array(spoken)), undefined)
