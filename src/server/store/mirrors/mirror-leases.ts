import type {
  MirroredTableAction,
  MirroredTableState,
  MirrorState,
  WantedMirror,
} from '../../../core/catalog/mirrors/mirror-states.ts'
import { first, type Query } from '../database/database.ts'
import type { RunErrorRow } from '../runs/run-rows.ts'
import { FROM_MIRRORS, IS_MIRRORED, WANTED } from './wanted-mirrors.ts'

/** Without a sign of life for this long, another process may follow the log. */
const LEASE = `interval '15 seconds'`

/** A mirror that a process works on: it follows, looks at the log of one that is paused, or lets the source forget it. */
export interface ClaimedMirror {
  readonly flow_id: string
  readonly organization_id: string
  readonly wanted: WantedMirror
  readonly source_connection_id: string
  readonly destination_connection_id: string
  readonly epoch: number
  /** Null: the flow does not exist any more. */
  readonly flow_version: number | null
  readonly failures: number
  readonly problem: RunErrorRow | null
  /** Processes have ended with it: it is followed alone. */
  readonly is_suspect: boolean
}

/** The time of the next look at the log of a paused one is none for a mirror that is to go on, or to end. */
const IS_DUE = `(mirrors.lease_until is null or mirrors.lease_until < now())
  and (mirrors.next_try_at is null or mirrors.next_try_at <= now() or mirrors.state = 'paused' and ${WANTED} <> 'paused')
  and (${WANTED} = 'on' or mirrors.state <> 'off' and not organizations.schedules_paused)`

/** With so many crashes in a row a mirror gets a process of its own, so that it takes no other with it. */
const SUSPECT_CRASHES = 2

/** After this time a mirror has nothing to do with the crashes before. */
const CLEARED = `interval '10 minutes'`

export interface MirrorHolder {
  readonly heldBy: string
  /** Only its mirrors. Absent: everybody's. */
  readonly account: string | undefined
  /** It follows no mirror: it may take one that has ended processes. */
  readonly isAlone: boolean
}

/** Takes the mirror that has waited longest for somebody. @returns nothing if none waits */
export const claimMirror = (query: Query, { heldBy, account, isAlone }: MirrorHolder) =>
  first(
    query<ClaimedMirror>(
      `with found as (
         select mirrors.flow_id, ${WANTED} as effective, flows.version from ${FROM_MIRRORS}
         where ${IS_DUE} and ($2::text is null or account_of(mirrors.organization_id) = $2) and ($3 or mirrors.crashes < ${SUSPECT_CRASHES})
         order by mirrors.lease_until nulls first limit 1 for update of mirrors skip locked)
       update mirrors set epoch = next_epoch(), lease_until = now() + ${LEASE}, flow_version = found.version, next_try_at = null, held_by = $1,
         held_since = now() from found where mirrors.flow_id = found.flow_id
       returning mirrors.flow_id, mirrors.organization_id, found.effective as wanted, source_connection_id, destination_connection_id, epoch, flow_version, failures, problem,
         crashes >= ${SUSPECT_CRASHES} as is_suspect`,
      [heldBy, account ?? null, isAlone],
    ),
  )

export interface DueAccountRow {
  readonly account: string
  /** One of its mirrors needs a process of its own. */
  readonly has_suspect: boolean
}

/** The accounts whose mirrors wait for somebody. */
export const listDueAccounts = (query: Query) =>
  query<DueAccountRow>(
    `select account_of(mirrors.organization_id) as account, bool_or(mirrors.crashes >= ${SUSPECT_CRASHES}) as has_suspect
     from ${FROM_MIRRORS} where ${IS_DUE} group by 1`,
  )

export interface HeldMirrorRow {
  readonly flow_id: string
  /** As of `KeptMirror`. */
  readonly goes_on: boolean
  /** People have asked for something for single tables. */
  readonly is_asked: boolean
}

/** A sign of life of several mirrors. @returns those that nobody else follows */
export const renewLeases = (query: Query, held: readonly Held[]) =>
  query<HeldMirrorRow>(
    `with renewed as (
       update mirrors set lease_until = now() + ${LEASE}, crashes = case when mirrors.held_since < now() - ${CLEARED} then 0 else mirrors.crashes end
       from unnest($1::uuid[], $2::bigint[]) as held(flow_id, epoch) where mirrors.flow_id = held.flow_id and mirrors.epoch = held.epoch
       returning mirrors.flow_id)
     select mirrors.flow_id, coalesce(${WANTED} = 'on' and flows.version = mirrors.flow_version, false) as goes_on,
       mirrors.cut_over->>'state' = 'asked' is true
         or exists (select from mirror_tables where mirror_tables.flow_id = mirrors.flow_id and (asked is not null or compare_asked_at is not null)) as is_asked
     from renewed join ${FROM_MIRRORS} on mirrors.flow_id = renewed.flow_id`,
    [held.map(({ flow_id }) => flow_id), held.map(({ epoch }) => epoch)],
  )

interface Lost {
  /** Absent: nobody is to blame. */
  readonly problem?: RunErrorRow | undefined
  readonly pauseMs?: number | undefined
}

/** The process that followed them has ended: somebody else may. @returns how many there were */
export const releaseHeld = async (query: Query, heldBy: string, { problem, pauseMs }: Lost): Promise<number> =>
  (
    await query(
      `update mirrors set lease_until = null, changes_per_second = 0, next_try_at = now() + $3 * interval '1 millisecond',
         failures = case when $2::jsonb is null then 0 else mirrors.failures + 1 end, problem = coalesce($2, mirrors.problem),
         crashes = case when $2::jsonb is null then mirrors.crashes else mirrors.crashes + 1 end,
         state = case ${WANTED} when 'on' then case when $2::jsonb is null then 'starting' else 'failing' end when 'paused' then 'paused' else 'stopping' end
       from mirrors held join organizations on organizations.id = held.organization_id left join flows on flows.id = held.flow_id
       where mirrors.flow_id = held.flow_id and held.held_by = $1 and held.lease_until is not null and held.state <> 'off' returning mirrors.flow_id`,
      [heldBy, problem ?? null, pauseMs ?? null],
    )
  ).length

export interface MirrorProgress {
  readonly state: MirrorState
  readonly position: string | undefined
  readonly lagMs: number | undefined
  readonly caughtUpAt: Date | undefined
  readonly changesPerSecond: number
  readonly heldBytes: number | undefined
  readonly holder: object | undefined
}

type Held = Pick<ClaimedMirror, 'flow_id' | 'epoch'>

export interface KeptMirror {
  /** Not if somebody else follows the log, its flow has changed, or people want something else. */
  readonly goes_on: boolean
  /** Failures in a row before it followed again. */
  readonly failures_before: number
}

/** A sign of life, and how it goes. */
export async function keepMirror(
  query: Query,
  { flow_id, epoch }: Held,
  progress: MirrorProgress,
): Promise<KeptMirror> {
  const [kept] = await query<KeptMirror>(
    `with before as (select failures from mirrors where flow_id = $1),
     kept as (
       update mirrors set lease_until = now() + ${LEASE}, state = $3, position = coalesce($4, position), lag_ms = coalesce($5, lag_ms),
         caught_up_at = coalesce($6, caught_up_at), changes_per_second = $7, held_bytes = coalesce($8, held_bytes), holder = $9,
         failures = case when $3 in ('copying', 'following') then 0 else failures end, problem = case when $3 in ('copying', 'following') then null else problem end
       where flow_id = $1 and epoch = $2 returning flow_id)
     select ${WANTED} = 'on' and flows.version = mirrors.flow_version as goes_on, before.failures as failures_before
     from before, kept join ${FROM_MIRRORS} on mirrors.flow_id = kept.flow_id`,
    [
      flow_id,
      epoch,
      progress.state,
      progress.position ?? null,
      progress.lagMs ?? null,
      progress.caughtUpAt ?? null,
      progress.changesPerSecond,
      progress.heldBytes ?? null,
      progress.holder ?? null,
    ],
  )
  return kept ?? { goes_on: false, failures_before: 0 }
}

interface Released {
  readonly state: MirrorState
  readonly problem?: RunErrorRow | undefined
  /** The time until the next attempt, in milliseconds. */
  readonly pauseMs?: number | undefined
}

/** Nobody works on it any more. */
export const releaseMirror = (
  query: Query,
  { flow_id, epoch }: Held,
  { state, problem, pauseMs }: Released,
): Promise<object[]> =>
  query(
    `update mirrors set lease_until = null, state = $3, problem = $4, failures = case when $4::jsonb is null then 0 else failures + 1 end,
       changes_per_second = 0, next_try_at = now() + $5 * interval '1 millisecond' where flow_id = $1 and epoch = $2 returning flow_id`,
    [flow_id, epoch, state, problem ?? null, pauseMs ?? null],
  )

/**
 * After the source has forgotten its log: of a flow that does not exist any more, nothing is left, and one that has other connections now begins
 * between them.
 */
export const endMirror = (query: Query, { flow_id, epoch }: Held): Promise<object[]> =>
  query(
    `with ends as (
       select mirrors.flow_id, flows.source_connection_id as source, flows.destination_connection_id as destination,
         mirrors.wanted = 'on' and ${IS_MIRRORED} is true and organizations.deleted_at is null as begins from ${FROM_MIRRORS} where mirrors.flow_id = $1),
     ended as (
       update mirrors set lease_until = null, state = case when begins then 'starting' else 'off' end, wanted = case when begins then 'on' else 'off' end,
         source_connection_id = coalesce(source, source_connection_id), destination_connection_id = coalesce(destination, destination_connection_id),
         problem = null, position = null, lag_ms = null, caught_up_at = null, held_bytes = null, holder = null, changes_per_second = 0, failures = 0, cut_over = null
       from ends where mirrors.flow_id = ends.flow_id and epoch = $2 returning mirrors.flow_id),
     tables as (delete from mirror_tables where flow_id in (select flow_id from ended))
     delete from mirrors where flow_id in (select flow_id from ended) and not exists (select from flows where id = mirrors.flow_id)`,
    [flow_id, epoch],
  )

export interface TableOfMirror {
  readonly entity: string
  readonly target: string
}

/** The tables of a mirror that begins; others are forgotten. */
export const beginTables = (
  query: Query,
  { flow_id, organization_id }: Pick<ClaimedMirror, 'flow_id' | 'organization_id'>,
  tables: readonly TableOfMirror[],
): Promise<object[]> =>
  query(
    `with given as (select entity, target from jsonb_to_recordset($3) as given(entity text, target text)),
     gone as (delete from mirror_tables where flow_id = $1 and entity not in (select entity from given))
     insert into mirror_tables (flow_id, organization_id, entity, target) select $1, $2, entity, target from given
     on conflict (flow_id, entity) do update set target = excluded.target`,
    [flow_id, organization_id, JSON.stringify(tables)],
  )

export interface TableChange {
  readonly entity: string
  readonly state?: MirroredTableState
  readonly copyRunId?: string
  /** Null: none any more. */
  readonly problem?: RunErrorRow | null
}

export const changeTable = (
  query: Query,
  flowId: string,
  { entity, state, copyRunId, problem }: TableChange,
): Promise<object[]> =>
  query(
    `update mirror_tables set state = coalesce($3, state), since = case when state = coalesce($3, state) then since else now() end,
       copy_run_id = coalesce($4, copy_run_id), problem = case when $6 then $5::jsonb else problem end where flow_id = $1 and entity = $2`,
    [flowId, entity, state ?? null, copyRunId ?? null, problem ?? null, problem !== undefined],
  )

export interface CountedTable {
  readonly entity: string
  readonly inserted: number
  readonly updated: number
  readonly deleted: number
  readonly divergent: number
}

export const countChanges = (query: Query, flowId: string, tables: readonly CountedTable[]): Promise<object[]> =>
  query(
    `update mirror_tables set inserted = mirror_tables.inserted + given.inserted, updated = mirror_tables.updated + given.updated,
       deleted = mirror_tables.deleted + given.deleted, divergent = mirror_tables.divergent + given.divergent, changed_at = now()
     from jsonb_to_recordset($2) as given(entity text, inserted bigint, updated bigint, deleted bigint, divergent bigint)
     where flow_id = $1 and mirror_tables.entity = given.entity`,
    [flowId, JSON.stringify(tables)],
  )

export interface AskedTable {
  readonly entity: string
  readonly asked: MirroredTableAction | null
  /** Both sides should be compared. */
  readonly is_proof_asked: boolean
}

export const listAskedTables = (query: Query, flowId: string) =>
  query<AskedTable>(
    'select entity, asked, compare_asked_at is not null as is_proof_asked from mirror_tables where flow_id = $1 and (asked is not null or compare_asked_at is not null)',
    [flowId],
  )

/** It is done, unless somebody has asked for something else meanwhile. */
export const answerAskedTable = (
  query: Query,
  flowId: string,
  { entity, asked }: Pick<AskedTable, 'entity' | 'asked'>,
): Promise<object[]> =>
  query('update mirror_tables set asked = null where flow_id = $1 and entity = $2 and asked = $3', [
    flowId,
    entity,
    asked,
  ])
