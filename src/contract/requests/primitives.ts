import { z } from 'zod/mini'

import { inEnglish, sentence } from '../../core/catalog/sentence.ts'
import { instant } from '../primitives.ts'

export const id = z.uuid()

/** A name chosen by people: trimmed, with something to be seen, on one line, in its own direction. */
export const displayName = z.string().check(
  z.trim(),
  z.minLength(1, inEnglish(sentence`Name is required`)),
  z.maxLength(200, inEnglish(sentence`Name must be at most 200 characters`)),
  z.regex(/[^\s\p{DI}]/u, inEnglish(sentence`Name is required`)),
  z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, inEnglish(sentence`Name must be on one line`)),
  // It stands in sentences of mails and pages, whose rest would be turned around, too.
  z.regex(/^[^\u202a-\u202e\u2066-\u2069]*$/, inEnglish(sentence`Name must not have marks that turn text around`)),
)

/** Clients that send a whole object include fields of the server: they are accepted and stay unchanged. */
export const serverOwned = { created_at: z.optional(instant), updated_at: z.optional(instant) }

/**
 * A point in time in a request, at most as precise and as far from UTC as Postgres reads it: its calendar has
 * no year 0, and no zone is 16 hours away.
 */
export const pointInTime = z.iso.datetime({ offset: true }).check(
  z.refine((text) => text.length <= 40 && !/^0000|[+-](?:1[6-9]|2\d):\d\d$/.test(text), {
    error: inEnglish(
      sentence`Not a time that can be looked up: use the years 0001 to 9999, and an offset of less than 16 hours`,
    ),
    params: { isUnknownTime: true },
  }),
)
