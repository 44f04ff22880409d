import { z } from 'zod/mini'

import { CHECK_OUTCOMES } from '../core/catalog/checks/data-checks.ts'
import { CHECK_STATES, UNCHECKED_REASONS } from '../core/catalog/runs/check-states.ts'
import { known } from './camel-cased.ts'

/** The result of the check at the destination before the rows were put in place. */
export const arrivalCheck = z.looseObject({
  /** `verified`: counted on both sides, and keys compared; `counted`; `failed`. */
  state: known(CHECK_STATES),
  /** As the destination counted them. */
  rows: z.number(),
  /** As the source counted them by a query of its own, before its steps. */
  counted: z.optional(z.number()),
  /** Columns whose values were compared with the source's. */
  keys: z.optional(z.readonly(z.array(z.string()))),
  /** The sum `read` is of the rows that were sent, not of those that the source has. */
  sent: z.optional(z.literal(true)),
  /** The sum over them, and its method, on both sides. */
  digest: z.optional(z.looseObject({ name: z.string(), read: z.string(), landed: z.string() })),
  /** The reason why no keys were compared. */
  reason: z.optional(known(UNCHECKED_REASONS)),
  /** How many of the last steps the destination ran afterwards: the rows that were checked are those before them. Absent: none. */
  derived: z.optional(z.number()),
})

/** The result of one of the stream's own checks. */
export const dataCheckResult = z.looseObject({
  id: z.string(),
  type: z.string(),
  /** `passed`, `warned`, `failed`. */
  state: known(CHECK_OUTCOMES, 'failed'),
  /** How many rows did not pass; absent for a check that is not about single rows. */
  rows: z.optional(z.number()),
  message: z.string(),
})

/** The window of an incremental stream: from below the last run's end, because rows there may have become visible later, up to its own. */
export const readWindow = z.looseObject({
  cursor: z.string(),
  from: z.optional(z.string()),
  until: z.optional(z.string()),
  /** The number of rows without a value in the cursor, and whether they were read. */
  empty_rows: z.optional(z.number()),
  empty_rows_read: z.optional(z.boolean()),
  /** Rows whose value cannot be a mark; they are read every time. */
  rows_ahead: z.optional(z.number()),
})

/** Milliseconds, one part after the other; a part that goes on has none yet. */
export const streamPhases = z.looseObject({
  /** When the first part began. */
  begun: z.optional(z.string()),
  moving: z.optional(z.number()),
  checking: z.optional(z.number()),
  committing: z.optional(z.number()),
})

/** All stored data about what one stream did. */
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
    /** Rows of the target that the source no longer has. */
    removed: z.optional(z.number()),
    marked: z.optional(z.number()),
  }),
  keys_compared: z.optional(z.number()),
  bytes: z.number(),
  window: z.optional(readWindow),
  cursor: z.optional(
    z.looseObject({ column: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
  check: z.optional(arrivalCheck),
  data_checks: z.optional(z.readonly(z.array(dataCheckResult))),
  phases: z.optional(streamPhases),
  error: z.optional(z.looseObject({ code: z.string(), message: z.string() })),
  /** SHA-256, in hexadecimal digits, over the JSON of all other fields without spaces and with sorted names. Absent for assistants. */
  hash: z.optional(z.string()),
})

/** An end of a run that was not the system itself. */
export const standInEnd = z.looseObject({ is_stand_in: z.boolean() })

/** What a run did, as evidence to be stored. */
export const runReceipt = z.looseObject({
  run: z.looseObject({
    id: z.string(),
    flow: z.looseObject({ id: z.string(), name: z.string(), version: z.number() }),
    status: z.string(),
    trigger: z.string(),
    attempt: z.number(),
    /** Nothing was written. */
    dry: z.boolean(),
    /** Present if a stand-in on the server's machine played this end. */
    source: z.optional(standInEnd),
    destination: z.optional(standInEnd),
    queued_at: z.string(),
    started_at: z.nullable(z.string()),
    finished_at: z.nullable(z.string()),
  }),
  streams: z.array(streamReceipt),
  /** Indexes, constraints, views and others: what was built, and what could not come. */
  structure: z.optional(z.array(z.looseObject({ kind: z.string(), name: z.string(), state: z.string() }))),
  /** Like the hash of a stream, over everything. */
  hash: z.optional(z.string()),
})
