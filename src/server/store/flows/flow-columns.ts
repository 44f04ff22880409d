import type { ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import { RUN_STATUSES, type RunStatus } from '../../../core/catalog/runs/run-states.ts'
import { IS_MIRRORED, SUMMARY_OF_MIRROR } from '../mirrors/wanted-mirrors.ts'
import { IS_COUNTED } from '../runs/counted-runs.ts'
import type { ConnectionSummary, FlowRow, LastRun } from './flow-row.ts'

/** The flow as Postgres sends it: flat and with times as texts, because a list of thousands is made of it. */
export interface FlowColumns
  extends Omit<FlowRow, 'source' | 'destination' | 'last_run' | 'recent_states' | 'owner' | 'tags'> {
  readonly tags: string[]
  readonly owner_uid: string | null
  readonly owner_name: string | null
  readonly owner_email: string | null
  readonly source_id: string
  readonly source_name: string
  readonly source_type: ConnectionType
  readonly source_is_stand_in: boolean
  readonly destination_id: string
  readonly destination_name: string
  readonly destination_type: ConnectionType
  readonly destination_is_stand_in: boolean
  readonly last_id: string | null
  readonly last_status: RunStatus | null
  readonly last_started_at: string | null
  readonly last_finished_at: string | null
  readonly last_rows_written: number | null
  readonly last_rows_read: number | null
  readonly last_rows_rejected: number | null
  /** Words, the newest first: the driver takes longer for an array than for the rest of the row. */
  readonly states: string | null
}

const summaryOf = (table: 'source' | 'destination') =>
  `${table}.id as ${table}_id, ${table}.name as ${table}_name, ${table}.type as ${table}_type,
    ${table}.integration_id in (select id from integrations where organization_id = $1 and is_stand_in) as ${table}_is_stand_in`

const time = (column: string, name = column.split('.').at(-1)) => `(${column} at time zone 'utc')::text as ${name}`

/** Of the run that has not ended, if it is the newest. */
const ofLast = (column: string) => `case when active.id is null then ended.${column} else active.${column} end`

const LAST_RUN = `case when active.id is null then ended.run_id else active.id end as last_id, ${ofLast('status')} as last_status,
    ${time(ofLast('started_at'), 'last_started_at')}, ${time('case when active.id is null then ended.finished_at end', 'last_finished_at')},
    ${ofLast('rows_written')} as last_rows_written, ${ofLast('rows_read')} as last_rows_read, ${ofLast('rows_rejected')} as last_rows_rejected`

export const SELECT_FLOWS = `
  select flows.id, flows.name, flows.enabled, flows.version, flows.config, flows.freshness_minutes, flows.code_file, flows.tags,
    flows.version + flows.draft_saves as edition, flows.publishing,
    case when flows.draft is not null then json_strip_nulls(json_build_object('changes', flows.draft->'changes', 'updated_at', flows.draft->'updated_at',
      'updated_by', json_build_object('uid', flows.draft->'updated_by', 'name',
        (select coalesce(display_name, email) from users where uid = flows.draft->>'updated_by')))) end as draft,
    case when ${IS_MIRRORED} then ${SUMMARY_OF_MIRROR} end as mirror,
    ${time('ended.last_success_at')},
    owner.uid as owner_uid, owner.name as owner_name, owner.email as owner_email,
    ${time('flows.created_at')}, ${time('flows.updated_at')}, ${time('flows.fresh_until')}, ${time('flows.late_since')},
    ${summaryOf('source')},
    ${summaryOf('destination')},
    ${LAST_RUN}, ended.states
  from flows
  join connections source on source.organization_id = flows.organization_id and source.id = source_connection_id
  join connections destination on destination.organization_id = flows.organization_id and destination.id = destination_connection_id
  left join mirrors on mirrors.flow_id = flows.id
  left join organizations on organizations.id = mirrors.organization_id
  left join (
    select uid, coalesce(display_name, email) as name, email from users join memberships on user_uid = uid where organization_id = $1
  ) owner on owner.uid = flows.owner_uid
  left join last_runs ended on ended.flow_id = flows.id
  left join (
    select id, flow_id, status, queued_at, started_at, rows_written, (totals->>'rows_read')::bigint as rows_read,
      (totals->>'rows_rejected')::bigint as rows_rejected from runs
    where organization_id = $1 and status in ('queued', 'running', 'committing') and ${IS_COUNTED}
  ) active on active.flow_id = flows.id and (ended.flow_id is null or active.queued_at > ended.queued_at)`

export const flowOf = (flow: FlowColumns): FlowRow => ({
  id: flow.id,
  name: flow.name,
  enabled: flow.enabled,
  version: flow.version,
  config: flow.config,
  created_at: isoOf(flow.created_at),
  updated_at: isoOf(flow.updated_at),
  freshness_minutes: flow.freshness_minutes,
  fresh_until: flow.fresh_until && isoOf(flow.fresh_until),
  late_since: flow.late_since && isoOf(flow.late_since),
  last_success_at: flow.last_success_at && isoOf(flow.last_success_at),
  code_file: flow.code_file,
  owner: flow.owner_uid === null ? null : { uid: flow.owner_uid, name: flow.owner_name, email: flow.owner_email },
  tags: flow.tags,
  edition: flow.edition,
  draft: flow.draft,
  publishing: flow.publishing,
  mirror: flow.mirror,
  source: connectionOf(flow.source_id, flow.source_name, flow.source_type, flow.source_is_stand_in),
  destination: connectionOf(
    flow.destination_id,
    flow.destination_name,
    flow.destination_type,
    flow.destination_is_stand_in,
  ),
  last_run: lastRunOf(flow),
  recent_states: statesIn(flow.states),
})

const KNOWN: ReadonlySet<string> = new Set(RUN_STATUSES)

const isRunStatus = (word: string): word is RunStatus => KNOWN.has(word)

const statesIn = (words: string | null): readonly RunStatus[] =>
  words === null ? [] : words.split(' ').filter(isRunStatus).reverse()

/** A connection of a system itself has no mark. */
const connectionOf = (id: string, name: string, type: ConnectionType, isStandIn: boolean): ConnectionSummary =>
  isStandIn ? { id, name, type, is_stand_in: true } : { id, name, type }

function lastRunOf(flow: FlowColumns): LastRun | null {
  if (flow.last_id === null || flow.last_status === null) return null
  return {
    id: flow.last_id,
    status: flow.last_status,
    started_at: flow.last_started_at && isoOf(flow.last_started_at),
    finished_at: flow.last_finished_at && isoOf(flow.last_finished_at),
    rows_written: flow.last_rows_written ?? 0,
    rows_read: flow.last_rows_read ?? 0,
    rows_rejected: flow.last_rows_rejected ?? 0,
  }
}

/** From `2026-01-31 12:00:00.123456`, a time of UTC without zone: ten times as quick as by a Date. */
const isoOf = (utc: string) =>
  `${utc.slice(0, 10)}T${(utc.includes('.') ? utc : `${utc}.`).padEnd(23, '0').slice(11, 23)}Z`
