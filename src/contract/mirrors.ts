import { z } from 'zod/mini'

import { CUT_OVER_STATES } from '../core/catalog/mirrors/cut-over.ts'
import { MIRRORED_TABLE_STATES } from '../core/catalog/mirrors/mirror-states.ts'
import { STRUCTURE_KINDS } from '../core/catalog/runs/structure-objects.ts'
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

/** What has to be known before an application goes to the destination. */
const cutOver = z.looseObject({
  asked_at: instant,
  state: known(CUT_OVER_STATES, 'asked'),
  /** When the source was at the place in its log at which all tables are compared. */
  as_of: z.optional(instant),
  position: z.optional(z.string()),
  /** Both sides of all tables were equal there. */
  is_proven: z.optional(z.boolean()),
  /** How many tables are compared, how many of them have been, and how many rows the source has in them. */
  tables: z.optional(z.number()),
  compared: z.optional(z.number()),
  rows: z.optional(z.number()),
  differing: z.optional(z.array(z.string())),
  /** Tables that did not follow there. */
  unsettled: z.optional(z.array(z.string())),
  /** Tables that are not compared, because steps change their rows. */
  changed_by_steps: z.optional(z.array(z.string())),
  failed: z.optional(z.array(z.looseObject({ entity: z.string(), problem: runError }))),
  /** Changes that came after the place: somebody still writes. */
  written_after: z.optional(z.array(z.looseObject({ entity: z.string(), changes: z.number() }))),
  /** Columns of the destination that give numbers: the last one before, and the last one that counts as given now. */
  numbers: z.optional(
    z.array(
      z.looseObject({
        table: z.string(),
        column: z.string(),
        before: z.optional(z.string()),
        last: z.optional(z.string()),
        problem: z.optional(runError),
      }),
    ),
  ),
  /** What the source has beside its rows and the destination has not, with the first names of each kind. */
  absent: z.optional(
    z.array(z.looseObject({ kind: known(STRUCTURE_KINDS, 'object'), count: z.number(), names: z.array(z.string()) })),
  ),
  problem: z.optional(runError),
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
  cut_over: z.nullish(cutOver),
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
  tables: z.array(
    z.looseObject({
      entity: z.string(),
      ...changeCounts,
      /** Values -0 of the source that are 0 in the destination, which has no other. */
      unsigned: z.optional(z.number()),
    }),
  ),
  lag_p50_ms: z.number(),
  lag_p99_ms: z.number(),
  /** SHA-256 of this receipt and of the hash of the one before. */
  hash: z.string(),
  previous_hash: z.nullish(z.string()),
})

const mirrorReadiness = z.looseObject({
  /** What keeps it from starting, and notes; only notes: it is ready. */
  hindrances: z.array(
    z.looseObject({
      reason: z.string(),
      sentence,
      /** Absent: the source. */
      side: z.optional(known(['source', 'destination'])),
      /** It may pause a table, or let it differ, but keeps nothing from starting. */
      is_note: z.optional(z.boolean()),
      /** What has to be executed there, as it is. */
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
  changeMirror: inOrganization('POST', '/flows/:flowId/mirror', 'flow.write', 200, mirror),
  compareMirror: inOrganization('POST', '/flows/:flowId/mirror/compare', 'flow.run', 200, mirror),
  changeCutOver: inOrganization('POST', '/flows/:flowId/mirror/cut-over', 'flow.write', 200, mirror),
  listMirrorDifference: inOrganization('GET', '/flows/:flowId/mirror/difference', 'run.data', 200, rowChanges),
  changeMirroredTable: inOrganization('POST', '/flows/:flowId/mirror/tables', 'flow.run', 200, mirror),
})

export type MirrorResponse = z.output<typeof mirror>
export type ListedMirrorResponse = z.output<typeof listedMirror>
