import { z } from 'zod/mini'

/** What a look at the destination found before the rows were put in place. */
export const landedCheck = z.looseObject({
  /** `verified`: counted, and keys compared; `counted`; `failed`. */
  state: z.string(),
  /** As the destination counted them. */
  rows: z.number(),
  /** Columns whose values were compared with the source's. */
  keys: z.optional(z.readonly(z.array(z.string()))),
  /** The sum over them, and how it came about, on both sides. */
  digest: z.optional(z.looseObject({ name: z.string(), read: z.string(), landed: z.string() })),
  /** Why no keys were compared. */
  reason: z.optional(z.string()),
})

/** What an incremental stream read: from below the last run's end, because rows there may have come into sight later, up to its own. */
export const readWindow = z.looseObject({
  cursor: z.string(),
  from: z.optional(z.string()),
  /** Absent: no value could tell how far was read. */
  until: z.optional(z.string()),
  /** Rows without a value in the cursor, and whether they were read. */
  empty_rows: z.optional(z.number()),
  empty_rows_read: z.optional(z.boolean()),
  /** Rows whose value cannot tell how far was read; they are read every time. */
  rows_ahead: z.optional(z.number()),
})

/** Milliseconds. */
export const streamPhases = z.looseObject({
  moving: z.optional(z.number()),
  checking: z.optional(z.number()),
  committing: z.optional(z.number()),
})

/** Everything that is kept of what one stream did. */
const streamReceipt = z.looseObject({
  run_id: z.string(),
  flow_id: z.string(),
  flow_version: z.number(),
  attempt: z.number(),
  entity: z.string(),
  target: z.string(),
  status: z.string(),
  /** Read + added = written + filtered + rejected. */
  rows: z.looseObject({
    read: z.number(),
    added: z.number(),
    written: z.number(),
    filtered: z.number(),
    rejected: z.number(),
  }),
  bytes: z.number(),
  window: z.optional(readWindow),
  cursor: z.optional(
    z.looseObject({ column: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
  check: z.optional(landedCheck),
  phases: z.optional(streamPhases),
  error: z.optional(z.looseObject({ code: z.string(), message: z.string() })),
  /** SHA-256, in hexadecimal digits, over the JSON of all the rest without spaces and with the names of every object in order. */
  hash: z.string(),
})

/** What a run did, to be kept by whoever has to prove it. */
export const runReceipt = z.looseObject({
  run: z.looseObject({
    id: z.string(),
    flow: z.looseObject({ id: z.string(), name: z.string(), version: z.number() }),
    status: z.string(),
    trigger: z.string(),
    attempt: z.number(),
    /** Nothing was written. */
    dry: z.boolean(),
    queued_at: z.string(),
    started_at: z.nullable(z.string()),
    finished_at: z.nullable(z.string()),
  }),
  streams: z.array(streamReceipt),
  /** Like that of a stream, over all of it. */
  hash: z.string(),
})
