import { z } from 'zod/mini'

import { WRITE_MODES } from '../../core/catalog/connections/connection-types.ts'
import { LEAST_MIRROR_SECONDS, MOST_MIRROR_SECONDS } from '../../core/catalog/mirrors/mirror-pace.ts'
import { DRIFT_POLICIES } from '../../core/catalog/policies/drift-policies.ts'
import { EMPTY_CURSOR_POLICIES } from '../../core/catalog/policies/empty-cursor-policies.ts'
import { INVALID_POLICIES } from '../../core/catalog/policies/invalid-policies.ts'
import { OWN_TYPE_POLICIES } from '../../core/catalog/policies/own-type-policies.ts'
import { STRUCTURE_POLICIES } from '../../core/catalog/policies/structure-policies.ts'
import { VANISHED_POLICIES } from '../../core/catalog/policies/vanished-policies.ts'
import { VERIFY_POLICIES } from '../../core/catalog/policies/verify-policies.ts'
import { ZERO_DATE_POLICIES } from '../../core/catalog/policies/zero-date-policies.ts'
import { WORKER_CLASS } from '../../core/catalog/runs/worker-class.ts'
import { AFTER_POLICIES, MAX_PREDECESSORS } from '../../core/catalog/schedules/flow-order.ts'
import { OVERLAP_POLICIES } from '../../core/catalog/schedules/schedule-rules.ts'
import { inEnglish, sentence } from '../../core/catalog/sentence.ts'
import { TRANSFORMATION_TYPE_NAMES } from '../../core/catalog/transformations/transformation-types.ts'
import { settings } from '../primitives.ts'
import { budgetRequest } from './budgets.ts'
import { dataChecks } from './data-checks.ts'
import { id } from './primitives.ts'

/** Only the id counts; the other fields of a connection are allowed, because the spec's client sends them. */
export const connectionReference = z.looseObject({ id })

/** Clients may send the position of a node; positions belong to the browser (spec §3) and are not stored. */
const position = z.optional(z.looseObject({ x: z.number(), y: z.number() }))

export const streamRequest = z.strictObject({
  entity: z.string().check(z.minLength(1)),
  target: z.optional(z.string().check(z.minLength(1))),
  mode: z._default(z.enum(WRITE_MODES), 'replace'),
  key: z.optional(z.array(z.string())),
  cursor: z.optional(z.string()),
  columns: z.optional(z.array(z.string()).check(z.minLength(1, inEnglish(sentence`Choose at least one column`)))),
  /** Absent: the target follows. */
  drift: z.optional(z.enum(DRIFT_POLICIES)),
  /** Absent: the run fails. */
  on_invalid: z.optional(z.enum(INVALID_POLICIES)),
  /** Absent: they are read as NULL. */
  zero_dates: z.optional(z.enum(ZERO_DATE_POLICIES)),
  /** Rows without a value in the cursor; absent: they are read every time. */
  empty_cursor: z.optional(z.enum(EMPTY_CURSOR_POLICIES)),
  /** Domains, enums and other user-defined types of the source database; absent: they are created in the destination too. */
  own_types: z.optional(z.enum(OWN_TYPE_POLICIES)),
  /** For `upsert`, rows of the target that the source no longer has; absent: they stay. */
  on_vanished: z.optional(z.enum(VANISHED_POLICIES)),
  /** For `mark`, the column that gets the time of the run; absent: `deleted_at`. */
  vanished_column: z.optional(z.string().check(z.minLength(1), z.maxLength(63))),
  /** More than this share of the target's rows stops the run; absent: 10. */
  vanished_percent: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
  /** What is compared before readers see the rows; absent: the keys. */
  verify: z.optional(z.enum(VERIFY_POLICIES)),
  /** Conditions that the rows must meet before readers see them; absent: none. */
  checks: z.optional(dataChecks),
  mapping: z.optional(z.record(z.string(), z.string())),
})

export const transformationRequest = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  type: z.enum(TRANSFORMATION_TYPE_NAMES),
  stream: z.optional(z.string()),
  /** What people call it; absent: by its type. */
  name: z.optional(z.string().check(z.maxLength(100))),
  /** A comment beside it, for people. */
  note: z.optional(z.string().check(z.maxLength(2_000))),
  settings: z._default(settings, {}),
  position,
})

export const scheduleRequest = z.strictObject({
  cron: z.string().check(z.minLength(1), z.maxLength(200)),
  timezone: z._default(z.string().check(z.minLength(1), z.maxLength(100)), 'UTC'),
  /** What a run does while the previous one is active; absent: it is skipped. */
  overlap: z.optional(z.enum(OVERLAP_POLICIES)),
})

/** The flows after which it starts, beside its schedule. */
const after = z.strictObject({
  flows: z
    .array(z.strictObject({ id }))
    .check(
      z.minLength(1, inEnglish(sentence`Choose at least one flow`)),
      z.maxLength(MAX_PREDECESSORS, inEnglish(sentence`At most 100 flows`)),
    ),
  when: z._default(z.enum(AFTER_POLICIES), 'all_succeeded'),
})

const sql = z.optional(
  z.nullable(z.string().check(z.maxLength(50_000, inEnglish(sentence`At most 50,000 characters of SQL`)))),
)

/** A text on the picture of a flow. Its place is part of it, as no node is meant. */
const commentRequest = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  text: z.string().check(z.maxLength(2_000)),
  x: z.int().check(z.minimum(-100_000), z.maximum(100_000)),
  y: z.int().check(z.minimum(-100_000), z.maximum(100_000)),
})

export const flowConfigRequest = z.strictObject({
  streams: z._default(z.array(streamRequest).check(z.maxLength(10_000)), []),
  transformations: z._default(z.array(transformationRequest).check(z.maxLength(1_000)), []),
  schedule: z.optional(z.nullable(scheduleRequest)),
  after: z.optional(z.nullable(after)),
  /** Executed in the destination before the first row is moved, and after all have arrived. */
  sql_before: sql,
  sql_after: sql,
  /** What it may spend in a calendar month (UTC). */
  budget: z.optional(z.nullable(budgetRequest)),
  /** `all`: tables that the flow creates get the indexes, constraints, defaults, views and comments of the source; absent: only rows. */
  structure: z.optional(z.nullable(z.enum(STRUCTURE_POLICIES))),
  /** Only workers of this class take its runs; absent: those without a class. */
  worker_class: z.optional(
    z.nullable(
      z
        .string()
        .check(z.regex(WORKER_CLASS, inEnglish(sentence`Small letters, digits and hyphens, at most 40 characters`))),
    ),
  ),
  /** Of a mirror into BigQuery: a batch follows the last one not before so many seconds; absent: 60. */
  mirror_seconds: z.optional(
    z.nullable(z.int().check(z.minimum(LEAST_MIRROR_SECONDS), z.maximum(MOST_MIRROR_SECONDS))),
  ),
  /** For people; no run reads them. */
  comments: z.optional(z.nullable(z.array(commentRequest).check(z.maxLength(200)))),
})

export type FlowConfig = z.output<typeof flowConfigRequest>
