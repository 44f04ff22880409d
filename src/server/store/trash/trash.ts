import { randomUUID } from 'node:crypto'

import type { IntegrationType } from '../../../core/catalog/connections/integration-types.ts'
import type { TrashKind } from '../../../core/catalog/trash.ts'
import type { SealedCredentials } from '../../vault/vault.ts'
import { first, type Query } from '../database/database.ts'
import type { Schedule } from '../flows/flow-config.ts'
import type { FlowDraftRow } from '../flows/flow-drafts.ts'
import { forgetVersions } from '../versions/versions.ts'

/** The table of each kind that has one. */
const TABLES = {
  flow: 'flows',
  connection: 'connections',
  integration: 'integrations',
  'alert-channel': 'alert_channels',
} as const satisfies Partial<Record<TrashKind, string>>

export type RowKind = keyof typeof TABLES

export interface TrashRow {
  readonly id: string
  readonly kind: TrashKind
  readonly name: string
  readonly deleted_at: Date
  readonly deleted_by_name: string | null
  /** Of a connection, an integration or a channel. */
  readonly type: string | null
  /** What it cannot be without: the connections of a flow, the integration of a connection, the flow of a schedule. */
  readonly needs: readonly string[]
}

/**
 * Credentials of a connection in the trash of organization $1 are restored and deleted with it, so they are not listed.
 * The list of them depends on no row, so it is made once.
 */
const IS_PART_OF_CONNECTION = `(trash.kind = 'integration' and (content->>'merged')::boolean and trash.id::text in (
  select other.content->>'integration_id' from trash other
  where other.organization_id = $1 and other.kind = 'connection' and other.content->>'integration_id' is not null))`

const SELECT = `
  select trash.id, kind, name, deleted_at, coalesce(users.display_name, users.email) as deleted_by_name,
    coalesce(content->>'type', content->>'kind') as type,
    array_remove(array[content->>'source_connection_id', content->>'destination_connection_id', content->>'integration_id', content->>'flow_id'], null) as needs
  from trash left join users on users.uid = deleted_by
  where content is not null`

/** An organization's trash, the newest first. */
export const listTrash = (query: Query, organizationId: string): Promise<TrashRow[]> =>
  query<TrashRow>(
    `${SELECT} and organization_id = $1 and not ${IS_PART_OF_CONNECTION} order by deleted_at desc, trash.id`,
    [organizationId],
  )

export const findInTrash = (query: Query, organizationId: string, id: string) =>
  first(query<TrashRow>(`${SELECT} and organization_id = $1 and trash.id = $2`, [organizationId, id]))

interface Deleted {
  readonly kind: RowKind
  readonly id: string
  readonly name: string
  /** The person's uid. */
  readonly by: string
}

/** Takes a row out of its table. Nothing for a row that does not exist. */
export const moveToTrash = (query: Query, organizationId: string, { kind, id, name, by }: Deleted): Promise<object[]> =>
  query(
    `with gone as (delete from ${TABLES[kind]} where organization_id = $1 and id = $2 returning *)
     insert into trash (id, organization_id, kind, name, deleted_by, content)
     select id, organization_id, $3, $4, $5, to_jsonb(gone) from gone`,
    [organizationId, id, kind, name, by],
  )

/** Puts a row back into its table, with the same id. Columns that were added to the table meanwhile get their defaults. */
export async function putBack(query: Query, organizationId: string, kind: RowKind, id: string): Promise<void> {
  const entry = await first(
    query<{ content: Record<string, unknown> }>(
      'delete from trash where organization_id = $1 and id = $2 and content is not null returning content',
      [organizationId, id],
    ),
  )
  if (!entry) throw new Error('the trash does not have it')
  const columns = Object.keys(entry.content).join(', ')
  await query(
    `insert into ${TABLES[kind]} (${columns}) select ${columns} from jsonb_populate_record(null::${TABLES[kind]}, $1)`,
    [JSON.stringify(entry.content)],
  )
}

interface RemovedSchedule {
  readonly flowId: string
  readonly name: string
  readonly schedule: Schedule
  readonly by: string
}

/** Keeps the schedule that somebody removed from a flow. */
export const keepSchedule = (query: Query, organizationId: string, { flowId, name, schedule, by }: RemovedSchedule) =>
  query(
    `insert into trash (id, organization_id, kind, name, deleted_by, content)
     values ($1, $2, 'schedule', $3, $4, jsonb_build_object('flow_id', $5::text, 'schedule', $6::jsonb))`,
    [randomUUID(), organizationId, name, by, flowId, JSON.stringify(schedule)],
  )

interface DiscardedDraft {
  readonly flowId: string
  readonly name: string
  readonly draft: FlowDraftRow
  readonly by: string
}

/** Keeps the draft that somebody discarded. */
export const keepDraft = (query: Query, organizationId: string, { flowId, name, draft, by }: DiscardedDraft) =>
  query(
    `insert into trash (id, organization_id, kind, name, deleted_by, content)
     values ($1, $2, 'draft', $3, $4, jsonb_build_object('flow_id', $5::text, 'draft', $6::jsonb))`,
    [randomUUID(), organizationId, name, by, flowId, JSON.stringify(draft)],
  )

export const draftInTrash = async (query: Query, id: string): Promise<FlowDraftRow | undefined> =>
  (await first(query<{ draft: FlowDraftRow }>(`select content->'draft' as draft from trash where id = $1`, [id])))
    ?.draft

export const scheduleInTrash = async (query: Query, id: string): Promise<Schedule | undefined> =>
  (await first(query<{ schedule: Schedule }>(`select content->'schedule' as schedule from trash where id = $1`, [id])))
    ?.schedule

/** A flow that has a schedule again, or is gone, needs no earlier one. */
export const forgetSchedules = (query: Query, flowId: string): Promise<object[]> =>
  query(`delete from trash where kind = 'schedule' and content->>'flow_id' = $1`, [flowId])

/** Entries that are older than this many days, the oldest first, in the system's scope. */
export const listExpiredTrash = (query: Query, { days, limit }: { readonly days: number; readonly limit: number }) =>
  query<{ id: string; organization_id: string; kind: TrashKind }>(
    `select id, organization_id, kind from trash
     where content is not null and deleted_at < now() - $1 * interval '1 day' order by deleted_at limit $2`,
    [days, limit],
  )

/** Deletes a flow permanently. Its name stays for its runs. */
export async function forgetFlow(query: Query, organizationId: string, id: string): Promise<void> {
  await forgetVersions(query, organizationId, id)
  await query('delete from stream_positions where organization_id = $1 and flow_id = $2', [organizationId, id])
  await query('delete from stream_columns where organization_id = $1 and flow_id = $2', [organizationId, id])
  await forgetSchedules(query, id)
  await query(`delete from trash where kind = 'draft' and content->>'flow_id' = $1`, [id])
  await query('update trash set content = null where organization_id = $1 and id = $2', [organizationId, id])
}

/** An integration that was deleted permanently. */
export interface ForgottenIntegration {
  readonly id: string
  readonly organization_id: string
  readonly type: IntegrationType
  readonly credentials: SealedCredentials
}

/** Deletes anything else permanently; the credentials of a connection with it. @returns the integrations among it */
export const forgetEntry = (query: Query, organizationId: string, id: string): Promise<ForgottenIntegration[]> =>
  query<ForgottenIntegration>(
    `with gone as (
       delete from trash where organization_id = $1 and (id = $2 or (kind = 'integration' and (content->>'merged')::boolean
         and trash.id::text = (select content->>'integration_id' from trash connection where connection.id = $2)
         and not exists (select from trash other where other.kind = 'connection' and other.id <> $2 and other.content->>'integration_id' = trash.id::text)))
       returning *)
     select id, organization_id, content->>'type' as type, content->'credentials' as credentials from gone where kind = 'integration'`,
    [organizationId, id],
  )

interface SealedEntry {
  readonly id: string
  readonly organization_id: string
  readonly kind: 'integration' | 'alert-channel' | 'flow'
  readonly sealed: SealedCredentials
}

/** The name of the sealed column in each table that has one. */
const SEALED = {
  integration: 'credentials',
  'alert-channel': 'secrets',
  flow: 'inbound_secrets',
} as const satisfies Partial<Record<RowKind, string>>

const SEALED_PART = `coalesce(content->'credentials', content->'secrets', content->'inbound_secrets')`

/** For wrapping what is sealed with another master key, in the system's scope. */
export const listSealedTrash = (query: Query): Promise<SealedEntry[]> =>
  query<SealedEntry>(
    `select id, organization_id, kind, ${SEALED_PART} as sealed from trash
     where kind in ('integration', 'alert-channel', 'flow') and jsonb_typeof(${SEALED_PART}) = 'object' order by id for update`,
  )

export const replaceSealedTrash = (
  query: Query,
  { id, kind }: Pick<SealedEntry, 'id' | 'kind'>,
  sealed: SealedCredentials,
) =>
  query('update trash set content = jsonb_set(content, array[$2::text], $3) where id = $1', [
    id,
    SEALED[kind],
    JSON.stringify(sealed),
  ])

/** Deletes the names of flows that have no runs any more. @returns how many */
export const forgetNames = async (query: Query, limit: number): Promise<number> => {
  const gone = await query(
    `with unused as (
       select id from trash where content is null and not exists (select from runs where flow_id = trash.id) limit $1)
     delete from trash using unused where trash.id = unused.id returning 1 as gone`,
    [limit],
  )
  return gone.length
}
