import { z } from 'zod/mini'

import { auditChange } from './audit.ts'
import { instant } from './primitives.ts'

/** A saved state; its changes are absent for the first one. */
export const savedVersion = z.looseObject({
  version: z.number(),
  saved_at: instant,
  /** Absent for a state from before there were versions. */
  saved_by: z.optional(z.looseObject({ uid: z.string(), name: z.nullish(z.string()) })),
  changes: z.optional(z.array(auditChange)),
  /** What the person who published it wrote about it. */
  note: z.optional(z.string()),
})
