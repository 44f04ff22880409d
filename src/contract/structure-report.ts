import { z } from 'zod/mini'

import { sentence } from './sentence.ts'

/** What comes of the structure of the source beside its rows, or has become of it, and what cannot come. */
export const structureReport = z.looseObject({
  objects: z.array(
    z.looseObject({
      /** `index`, `foreign_key`, `view` … */
      kind: z.string(),
      /** Absent: it belongs to no table. */
      table: z.optional(z.string()),
      /** Empty if there is one of this kind per table. */
      name: z.string(),
      detail: z.optional(z.string()),
      /** `comes`, `built`, `present`, `waiting`, `failed` or `left`. */
      state: z.string(),
      reason: z.optional(z.string()),
      reason_sentence: sentence,
    }),
  ),
})
