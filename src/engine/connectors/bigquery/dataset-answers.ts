import { z } from 'zod/mini'

export const tablesPage = z.object({
  tables: z._default(
    z.array(z.object({ tableReference: z.object({ tableId: z.string() }), type: z._default(z.string(), 'TABLE') })),
    [],
  ),
  nextPageToken: z.optional(z.string()),
})

export const table = z.object({
  schema: z.optional(
    z.object({
      fields: z._default(
        z.array(
          z.object({
            name: z.string(),
            type: z.string(),
            mode: z.optional(z.string()),
            collation: z.optional(z.string()),
          }),
        ),
        [],
      ),
    }),
  ),
  type: z._default(z.string(), 'TABLE'),
  clustering: z.optional(z.object({ fields: z._default(z.array(z.string()), []) })),
  numRows: z.optional(z.string()),
  numBytes: z.optional(z.string()),
})

export const job = z.object({
  jobReference: z.object({ jobId: z.string() }),
  status: z.object({
    state: z.string(),
    errorResult: z.optional(z.object({ reason: z.optional(z.string()), message: z.optional(z.string()) })),
    errors: z.optional(z.array(z.object({ message: z.optional(z.string()) }))),
  }),
  statistics: z.optional(
    z.object({
      load: z.optional(z.object({ outputRows: z.optional(z.string()) })),
      query: z.optional(
        z.object({
          dmlStats: z.optional(
            z.object({ insertedRowCount: z.optional(z.string()), updatedRowCount: z.optional(z.string()) }),
          ),
        }),
      ),
    }),
  ),
  configuration: z.optional(z.object({ labels: z.optional(z.record(z.string(), z.string())) })),
})

export const answered = z.object({
  rows: z._default(z.array(z.object({ f: z.array(z.object({ v: z.nullable(z.string()) })) })), []),
  pageToken: z.optional(z.string()),
})

export const jobs = z.object({ jobs: z._default(z.array(job), []), nextPageToken: z.optional(z.string()) })

export const dryRun = z.object({
  statistics: z.optional(z.object({ totalBytesProcessed: z.optional(z.string()) })),
})
