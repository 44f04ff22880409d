import type { Publishing } from '../../../core/catalog/publishing.ts'
import { announcedChange } from '../database/announced-change.ts'
import type { Query } from '../database/database.ts'
import type { FlowConfig } from './flow-config.ts'

/** What a flow moves, and how; not when it runs, its name, or its limits. */
export interface DraftContent {
  readonly source_connection_id: string
  readonly destination_connection_id: string
  readonly config: Pick<
    FlowConfig,
    'streams' | 'transformations' | 'sql_before' | 'sql_after' | 'structure' | 'mirror_seconds' | 'comments'
  >
}

export interface FlowDraftRow extends DraftContent {
  /** What was published when the draft was begun. */
  readonly base: DraftContent
  readonly base_version: number
  /** How many changes it has. */
  readonly changes: number
  readonly updated_at: string
  /** The person's uid. */
  readonly updated_by: string
}

/** Others who save or publish wait until the end of the transaction. */
export const lockFlow = (query: Query, organizationId: string, id: string): Promise<object[]> =>
  query('select from flows where organization_id = $1 and id = $2 for update', [organizationId, id])

export async function findFlowDraft(query: Query, organizationId: string, id: string): Promise<FlowDraftRow | null> {
  const [row] = await query<{ draft: FlowDraftRow | null }>(
    'select draft from flows where organization_id = $1 and id = $2',
    [organizationId, id],
  )
  return row?.draft ?? null
}

/** @param draft null: there is none any more */
export const saveFlowDraft = (query: Query, organizationId: string, id: string, draft: FlowDraftRow | null) =>
  query(
    `update flows set draft = $3, draft_saves = draft_saves + 1 where organization_id = $1 and id = $2
     returning ${announcedChange("'flow'", 'id')}`,
    [organizationId, id, draft === null ? null : JSON.stringify(draft)],
  )

/** Only how many changes it has, after another version was published. */
export const countDraftChanges = (query: Query, organizationId: string, id: string, changes: number) =>
  query(
    `update flows set draft = jsonb_set(draft, '{changes}', to_jsonb($3::int)) where organization_id = $1 and id = $2 and draft is not null`,
    [organizationId, id, changes],
  )

export interface PublishingRow {
  /** Of the flow, or else of the organization. */
  readonly setting: Publishing
  /** Another system may start it, or a program did so lately. */
  readonly is_called: boolean
}

/** What decides whether edits of a flow are used at once. */
export async function findPublishing(query: Query, organizationId: string, id: string): Promise<PublishingRow> {
  const [row] = await query<PublishingRow>(
    `select coalesce(flows.publishing, organizations.publishing) as setting,
       inbound_secrets is not null or exists (
         select from runs where flow_id = flows.id and trigger in ('api', 'inbound_url') and queued_at > now() - interval '30 days') as is_called
     from flows join organizations on organizations.id = organization_id where organization_id = $1 and flows.id = $2`,
    [organizationId, id],
  )
  return row ?? { setting: 'automatic', is_called: false }
}

export const saveFlowPublishing = (query: Query, organizationId: string, id: string, publishing: Publishing | null) =>
  query('update flows set publishing = $3 where organization_id = $1 and id = $2', [organizationId, id, publishing])
