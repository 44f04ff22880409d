import { z } from 'zod/mini'

import { sentence } from './sentence.ts'

/** The body of every error answer. `message` is for people. */
export const problemBody = z.looseObject({
  message: z.string(),
  sentence,
  code: z.string(),
  details: z.optional(z.looseObject({})),
})

export type ProblemBody = z.output<typeof problemBody>
