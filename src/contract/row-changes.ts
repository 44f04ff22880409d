import { z } from 'zod/mini'

/** Rows before and after a run, or of the destination and of the source. */
export const rowChanges = z.looseObject({
  columns: z.array(z.string()),
  rows: z.array(
    z.looseObject({
      /** Text, in the order of the columns, long texts are cut; absent for a row that would be new. */
      before: z.nullish(z.array(z.nullable(z.string()))),
      /** Absent for a row that would be removed. */
      after: z.nullish(z.array(z.nullable(z.string()))),
    }),
  ),
  /** Instead of rows: the message that a run would send. */
  message: z.optional(
    z.looseObject({
      from: z.string(),
      to: z.array(z.string()),
      subject: z.string(),
      /** Long texts are cut. */
      text: z.string(),
      attachment: z.looseObject({ name: z.string(), bytes: z.number() }),
    }),
  ),
})
