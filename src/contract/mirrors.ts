import { z } from 'zod/mini'

import { MIRRORED_TABLE_STATES } from '../core/catalog/mirrors/mirror-states.ts'
import { known } from './camel-cased.ts'
import { mirrorSummary } from './mirror-summary.ts'
import { instant } from './primitives.ts'
import type { MIRROR_REQUESTS } from './requests/mirrors.ts'
import { inOrganization, routes } from './route.ts'
import { rowChanges } from './row-changes.ts'
import { runError } from './run-error.ts'
import { sentence } from './sentence.ts'

const listedMirror = z.looseObject({
  ...mirrorSummary.shape,
  flow_id: z.string(),
  flow_name: z.string(),
  tables: z.number(),
  /** Those that do not follow. */
  waiting_tables: z.number(),
})

/** Changes since the mirror was started. */
const changeCounts = {
  inserted: z.number(),
  updated: z.number(),
  deleted: z.number(),
  /** Rows that were not in the destination as they had to be. */
  divergent: z.number(),
}

const mirroredTable = z.looseObject({
  entity: z.string(),
  target: z.string(),
  state: known(MIRRORED_TABLE_STATES, 'copying'),
  /** Since when it has this state. */
  since: z.nullish(instant),
  /** The run that copies it, or has copied it. */
  copy_run_id: z.nullish(z.string()),
  /** Why it is paused, or its copy failed. */
  problem: z.nullish(runError),
  /** When the last changes arrived. */
  changed_at: z.nullish(instant),
  ...changeCounts,
  /** The moment of the source and the destination at which both were equal last. */
  proven_at: z.nullish(instant),
  /** When the last comparison ended. */
  compared_at: z.nullish(instant),
  /** Since when somebody waits for a comparison. */
  compare_asked_at: z.nullish(instant),
  /** What the last comparison that found something has found. */
  difference: z.nullish(
    z.looseObject({
      as_of: instant,
      /** Rows that the destination lacked, rows with other values, and rows that only it had. */
      missing: z.number(),
      changed: z.number(),
      extra: z.number(),
      /** Nobody knows which rows they are: the table has no key, and is copied again. */
      is_unlocated: z.optional(z.boolean()),
      /** How many of them were sent again or removed; absent: not yet. */
      repaired: z.optional(z.number()),
    }),
  ),
  /** Why the last comparison could not be made, or the rows not be sent again. */
  proof_problem: z.nullish(runError),
})

const mirror = z.looseObject({
  ...mirrorSummary.shape,
  started_at: z.nullish(instant),
  /** When it tries again. */
  next_try_at: z.nullish(instant),
  /** Of the last minute. */
  changes_per_second: z.number(),
  /** How much of its log the source keeps for it, and how much it may. */
  held_bytes: z.nullish(z.number()),
  budget_bytes: z.nullish(z.number()),
  /** Who keeps the source from forgetting its log, if that is not the mirror: a transaction that has been open for long. */
  holder: z.nullish(z.looseObject({ process: z.string(), account: z.string(), seconds: z.number() })),
  /** The place in the log up to which the destination has everything. */
  position: z.nullish(z.string()),
  tables: z.array(mirroredTable),
})

/** The receipt of a minute with changes. */
const mirrorWindow = z.looseObject({
  number: z.number(),
  began_at: instant,
  ended_at: instant,
  position_from: z.nullish(z.string()),
  position_to: z.string(),
  transactions: z.number(),
  tables: z.array(z.looseObject({ entity: z.string(), ...changeCounts })),
  lag_p50_ms: z.number(),
  lag_p99_ms: z.number(),
  /** SHA-256 of this receipt and of the hash of the one before. */
  hash: z.string(),
  previous_hash: z.nullish(z.string()),
})

const mirrorReadiness = z.looseObject({
  /** What keeps it from starting; none: it is ready. */
  hindrances: z.array(
    z.looseObject({
      reason: z.string(),
      sentence,
      /** What has to be executed at the source, as it is. */
      statement: z.optional(z.string()),
      /** The statement counts only after a restart of the server. */
      needs_restart: z.optional(z.boolean()),
      /** Absent: it is about the source as a whole. */
      entity: z.optional(z.string()),
    }),
  ),
  tables: z.array(z.looseObject({ entity: z.string(), key: z.array(z.string()), computed: z.array(z.string()) })),
})

export const MIRROR_ROUTES = routes<typeof MIRROR_REQUESTS>()({
  listMirrors: inOrganization('GET', '/mirrors', 'flow.read', 200, z.array(listedMirror)),
  getMirror: inOrganization('GET', '/flows/:flowId/mirror', 'flow.read', 200, mirror),
  listMirrorWindows: inOrganization(
    'GET',
    '/flows/:flowId/mirror/windows',
    'flow.read',
    200,
    z.looseObject({ windows: z.array(mirrorWindow) }),
  ),
  checkMirror: inOrganization('POST', '/flows/:flowId/mirror/check', 'flow.write', 200, mirrorReadiness),
  changeMirror: inOrganization('POST', '/flows/:flowId/mirror', 'flow.run', 200, mirror),
  compareMirror: inOrganization('POST', '/flows/:flowId/mirror/compare', 'flow.run', 200, mirror),
  listMirrorDifference: inOrganization('GET', '/flows/:flowId/mirror/difference', 'run.data', 200, rowChanges),
  changeMirroredTable: inOrganization('POST', '/flows/:flowId/mirror/tables', 'flow.run', 200, mirror),
})

export type MirrorResponse = z.output<typeof mirror>
