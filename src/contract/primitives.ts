import { z } from 'zod/mini'

export const id = z.uuid()

/** A name that people give: trimmed, not empty, on one line. */
export const displayName = z.string().check(
  z.trim(),
  z.minLength(1, 'Name is required'),
  z.maxLength(200, 'Name must be at most 200 characters'),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  z.regex(/^[^\u0000-\u001f\u007f]*$/, 'Name must be on one line'),
)

/** An instant as ISO 8601 text in UTC. */
export const instant = z.string()

/** What the server owns comes back from clients that send a whole object: it is accepted and left as it is. */
export const serverOwned = { created_at: z.optional(instant), updated_at: z.optional(instant) }

/** Free-form settings of a connection or integration; the catalog's fields say what may be inside. */
export const settings = z.record(z.string(), z.unknown())
