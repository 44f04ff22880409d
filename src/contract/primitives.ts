import { z } from 'zod/mini'

/** An instant as ISO 8601 text in UTC. */
export const instant = z.string()

/** Free-form settings of a connection or integration; the catalog's fields define their content. */
export const settings = z.record(z.string(), z.unknown())

/** The run that a call has started. */
export const startedRun = z.looseObject({ run_id: z.optional(z.string()) })
