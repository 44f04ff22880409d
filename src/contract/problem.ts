import { z } from 'zod'

/** The body of every error answer. `message` is fit for a person. */
export const problemBody = z.looseObject({
  message: z.string(),
  code: z.string(),
  details: z.looseObject({}).optional(),
})

export type ProblemBody = z.output<typeof problemBody>
