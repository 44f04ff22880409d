import type {
  MirroredTableAction,
  MirroredTableState,
  MirrorState,
  WantedMirror,
} from '../../../core/catalog/mirrors/mirror-states.ts'
import { announcedWakeUp } from '../database/announcement.ts'
import { first, type Query } from '../database/database.ts'
import type { RunErrorRow } from '../runs/run-rows.ts'
import type { CutOverRow } from './mirror-cut-overs.ts'
import type { MirrorDifferenceRow } from './mirror-proofs.ts'
import { FROM_MIRRORS, PAUSED_TABLES, SHOWN_STATE, WANTED } from './wanted-mirrors.ts'

export interface MirrorSummaryRow {
  readonly wanted: WantedMirror
  readonly state: MirrorState
  readonly lag_ms: number | null
  readonly caught_up_at: Date | null
  readonly problem: RunErrorRow | null
  readonly paused_tables: number
}

export interface MirrorRow extends MirrorSummaryRow {
  readonly started_at: Date
  readonly next_try_at: Date | null
  readonly changes_per_second: number
  readonly held_bytes: number | null
  readonly holder: { readonly process: string; readonly account: string; readonly seconds: number } | null
  readonly position: string | null
  readonly cut_over: CutOverRow | null
}

export interface MirroredTableRow {
  readonly entity: string
  readonly target: string
  readonly state: MirroredTableState
  readonly since: Date
  readonly copy_run_id: string | null
  /** Null: nobody has looked whether it may be followed. */
  readonly admitted_at: Date | null
  readonly problem: RunErrorRow | null
  readonly changed_at: Date | null
  readonly inserted: number
  readonly updated: number
  readonly deleted: number
  readonly divergent: number
  readonly proven_at: Date | null
  readonly compared_at: Date | null
  readonly compare_asked_at: Date | null
  readonly difference: MirrorDifferenceRow | null
  readonly proof_problem: RunErrorRow | null
}

const SUMMARY = `${WANTED} as wanted, ${SHOWN_STATE} as state, mirrors.lag_ms, mirrors.caught_up_at, mirrors.problem, ${PAUSED_TABLES} as paused_tables`

export const findMirror = (query: Query, organizationId: string, flowId: string) =>
  first(
    query<MirrorRow>(
      `select ${SUMMARY}, mirrors.started_at, mirrors.next_try_at, mirrors.changes_per_second, mirrors.held_bytes, mirrors.holder, mirrors.position, mirrors.cut_over
       from ${FROM_MIRRORS} where mirrors.organization_id = $1 and mirrors.flow_id = $2`,
      [organizationId, flowId],
    ),
  )

export const listMirroredTables = (query: Query, organizationId: string, flowId: string) =>
  query<MirroredTableRow>(
    `select entity, target, state, since, copy_run_id, admitted_at, problem, changed_at, inserted, updated, deleted, divergent,
       proven_at, compared_at, compare_asked_at, difference, proof_problem from mirror_tables
     where organization_id = $1 and flow_id = $2 order by entity`,
    [organizationId, flowId],
  )

export interface ListedMirrorRow extends MirrorSummaryRow {
  readonly flow_id: string
  readonly flow_name: string
  readonly tables: number
  readonly waiting_tables: number
}

/** Those of flows that exist. */
export const listMirrors = (query: Query, organizationId: string) =>
  query<ListedMirrorRow>(
    `select mirrors.flow_id, flows.name as flow_name, ${SUMMARY}, counted.tables, counted.waiting_tables
     from ${FROM_MIRRORS} cross join lateral (
       select count(*)::int as tables, count(*) filter (where state <> 'following')::int as waiting_tables from mirror_tables where flow_id = mirrors.flow_id
     ) counted where mirrors.organization_id = $1 and flows.id is not null order by lower(flows.name), flows.id`,
    [organizationId],
  )

interface WantedOfFlow {
  readonly organizationId: string
  readonly flowId: string
  readonly wanted: WantedMirror
}

/** @returns whether it was started before, or is now */
export async function wantMirror(query: Query, { organizationId, flowId, wanted }: WantedOfFlow): Promise<boolean> {
  const rows = await query(
    wanted === 'on'
      ? `insert into mirrors (organization_id, flow_id, wanted, source_connection_id, destination_connection_id)
         select organization_id, id, $3, source_connection_id, destination_connection_id from flows where organization_id = $1 and id = $2
         on conflict (flow_id) do update set wanted = excluded.wanted, failures = 0, next_try_at = null,
           started_at = case when mirrors.state = 'off' then now() else mirrors.started_at end,
           state = case when mirrors.state = 'off' then 'starting' else mirrors.state end,
           source_connection_id = excluded.source_connection_id, destination_connection_id = excluded.destination_connection_id
         returning flow_id, ${ANNOUNCED_MIRRORS}`
      : `update mirrors set wanted = $3, next_try_at = null where organization_id = $1 and flow_id = $2 returning flow_id, ${ANNOUNCED_MIRRORS}`,
    [organizationId, flowId, wanted],
  )
  return rows.length === 1
}

interface AskedOfTable {
  readonly organizationId: string
  readonly flowId: string
  /** Absent: all tables. */
  readonly entity?: string | undefined
  readonly action: MirroredTableAction
}

/** @returns whether the mirror has the table */
export async function askOfTable(
  query: Query,
  { organizationId, flowId, entity, action }: AskedOfTable,
): Promise<boolean> {
  const rows = await query(
    `update mirror_tables set asked = $4 where organization_id = $1 and flow_id = $2 and ($3::text is null or entity = $3) returning flow_id`,
    [organizationId, flowId, entity ?? null, action],
  )
  return rows.length > 0
}

/** Whether a mirror without a flow still has to tell this source to forget its log, and has not failed to. */
export async function awaitsEndOfMirror(query: Query, organizationId: string, connectionId: string): Promise<boolean> {
  const rows = await query(
    `select from mirrors where organization_id = $1 and source_connection_id = $2 and state <> 'off' and failures = 0 limit 1`,
    [organizationId, connectionId],
  )
  return rows.length > 0
}

interface HeldMirrorRow {
  readonly flow_id: string
  readonly is_held: boolean
}

/**
 * Which flows are mirrors whose targets are their own: also one that is paused or fails, or has just been told to end. Flows that were never mirrors
 * are left out.
 */
export async function findHeldMirrors(query: Query, flowIds: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const rows = await query<HeldMirrorRow>(
    `select mirrors.flow_id::text, ${WANTED} <> 'off' or coalesce(mirrors.lease_until > now() and mirrors.state not in ('off', 'stopping'), false) as is_held
     from ${FROM_MIRRORS} where mirrors.flow_id::text = any($1)`,
    [flowIds],
  )
  return new Map(rows.map(({ flow_id, is_held }) => [flow_id, is_held]))
}

/** Wakes the processes that follow logs. */
const ANNOUNCED_MIRRORS = announcedWakeUp('mirrors')
