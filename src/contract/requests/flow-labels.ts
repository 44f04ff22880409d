import { z } from 'zod/mini'

import { inEnglish, sentence } from '../../core/catalog/sentence.ts'

/** Words by which people find flows. */
export const flowTags = z
  .array(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1, inEnglish(sentence`A tag needs a text`)),
        z.maxLength(40, inEnglish(sentence`A tag must be at most 40 characters`)),
        z.regex(
          /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069,]*$/u,
          inEnglish(sentence`A tag must be on one line, without a comma`),
        ),
      ),
  )
  .check(z.maxLength(20, inEnglish(sentence`At most 20 tags`)))

/** A person of the organization; null: nobody. A new flow without it is its maker’s. */
export const flowOwner = z.nullish(
  z.strictObject({ uid: z.string().check(z.minLength(1)), name: z.nullish(z.string()) }),
)
