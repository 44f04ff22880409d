import { z } from 'zod/mini'
import { defined } from '../../../core/catalog/defined.ts'
import { jsonAs } from '../vendor-api/vendor-call.ts'

export interface DatasetFacts {
  readonly location: string
  /** Of the texts in new tables, those for staged rows included. Absent: by their characters. */
  readonly collation?: string
  /** Names of tables that differ only in case are one table. */
  readonly ignoresCase?: true
}

const answered = z.object({
  location: z.string(),
  defaultCollation: z.optional(z.string()),
  isCaseInsensitive: z.optional(z.boolean()),
})

export function readFacts(answer: Parameters<ReturnType<typeof jsonAs>>[0]): DatasetFacts {
  const { location, defaultCollation, isCaseInsensitive } = jsonAs(answered)(answer)
  return defined({
    location,
    collation: defaultCollation || undefined,
    ignoresCase: isCaseInsensitive ? (true as const) : undefined,
  })
}
