import { defined } from '../../../core/catalog/defined.ts'
import type { Query } from '../database/database.ts'
import type { FlowConfig } from '../flows/flow-config.ts'
import type { AuditChange } from '../organizations/audit.ts'

/** A saved state of a flow. */
export interface FlowVersionContent {
  readonly name: string
  readonly enabled: boolean
  readonly source_connection_id: string
  readonly destination_connection_id: string
  readonly config: FlowConfig
  readonly freshness_minutes: number | null
}

/** A saved state of a connection. */
export interface ConnectionVersionContent {
  readonly name: string
  readonly capability: string
  readonly config: Readonly<Record<string, unknown>>
}

/** The saved credentials of an integration, without secrets. */
export interface IntegrationVersionContent {
  readonly name: string
  readonly credentials: Readonly<Record<string, unknown>>
}

export interface VersionContents {
  readonly flow: FlowVersionContent
  readonly connection: ConnectionVersionContent
  readonly integration: IntegrationVersionContent
}

export type VersionKind = keyof VersionContents

interface NewVersion<Kind extends VersionKind> {
  readonly kind: Kind
  readonly id: string
  readonly version: number
  /** The person's uid. */
  readonly by: string
  /** The differences to the version before; absent for the first. */
  readonly changes?: readonly AuditChange[]
  readonly note?: string
  /** When the edits that are this version were begun. */
  readonly editedSince?: Date
  readonly content: VersionContents[Kind]
}

/** The most versions that are kept of one thing. */
const KEPT = 500

/** Part of the transaction that saves the state; the oldest versions make room. */
export async function insertVersion<Kind extends VersionKind>(
  query: Query,
  organizationId: string,
  { kind, id, version, by, changes, note, editedSince, content }: NewVersion<Kind>,
): Promise<void> {
  await query(
    `insert into versions (organization_id, kind, subject_id, version, saved_by, changes, content, note, edited_since)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [
      organizationId,
      kind,
      id,
      version,
      by,
      changes ? JSON.stringify(changes) : null,
      JSON.stringify(content),
      note ?? null,
      editedSince ?? null,
    ],
  )
  await query('delete from versions where subject_id = $1 and version <= $2', [id, version - KEPT])
}

/** How long the edits of one person are one version, from the first one on. */
const ONE_VERSION = '5 minutes'

interface EarlierEdit {
  readonly editedSince: Date
  /** The version before the edits. */
  readonly before: FlowVersionContent
}

/** Takes the newest version away if the same person has just made it by an edit, and no run has used it. */
export async function takeEarlierEdit(
  query: Query,
  organizationId: string,
  flowId: string,
  by: string,
): Promise<EarlierEdit | undefined> {
  const [before, newest] = (
    await query<{ version: number; content: FlowVersionContent; edited_since: Date | null; is_open: boolean }>(
      `select version, content, edited_since, coalesce(saved_by = $3 and note is null and edited_since > now() - interval '${ONE_VERSION}'
         and not exists (select from runs where flow_id = $2 and flow_version = versions.version), false) as is_open
       from versions where organization_id = $1 and subject_id = $2 and kind = 'flow' order by version desc limit 2`,
      [organizationId, flowId, by],
    )
  ).reverse()
  if (!before || !newest?.is_open || newest.edited_since === null) return undefined
  await query('delete from versions where organization_id = $1 and subject_id = $2 and version = $3', [
    organizationId,
    flowId,
    newest.version,
  ])
  return { editedSince: newest.edited_since, before: before.content }
}

export interface VersionRow {
  readonly kind: VersionKind
  readonly version: number
  readonly saved_at: Date
  readonly saved_by: string | null
  readonly saved_by_name: string | null
  readonly changes: readonly AuditChange[] | null
  /** What the person who published it wrote about it. */
  readonly note: string | null
}

const LISTED = `kind, version, saved_at, saved_by, coalesce(display_name, email) as saved_by_name, changes, note`

interface Page {
  /** Only lower versions. */
  readonly before?: number | undefined
  /** Only versions that changed one of these fields, and the first one. */
  readonly fields?: readonly string[] | undefined
  readonly limit: number
}

/**
 * States from before there were versions, from the runs that used them; their names are those of today. Not part of a
 * migration, because that would read all runs while others wait.
 */
export const addVersionsOfRuns = (query: Query, organizationId: string, flowId: string): Promise<object[]> =>
  query(
    `insert into versions (organization_id, kind, subject_id, version, saved_at, content)
     select distinct on (flow_version) flows.organization_id, 'flow', flows.id, flow_version, queued_at, jsonb_build_object('name', flows.name,
       'enabled', true, 'source_connection_id', flow_snapshot->'sourceConnectionId', 'destination_connection_id', flow_snapshot->'destinationConnectionId',
       'config', flow_snapshot->'config', 'freshness_minutes', null)
     from flows join runs on flow_id = flows.id
     where flows.organization_id = $1 and flows.id = $2 and flow_version < coalesce((select min(version) from versions where subject_id = $2), flows.version + 1)
       and flow_version > flows.version - ${KEPT} and flow_snapshot->'draft' is null
     order by flow_version, queued_at on conflict do nothing`,
    [organizationId, flowId],
  )

/** Newest first. */
export const listVersions = (
  query: Query,
  organizationId: string,
  id: string,
  { before, fields, limit }: Page,
): Promise<VersionRow[]> =>
  query<VersionRow>(
    `select ${LISTED} from versions left join users on uid = saved_by
     where organization_id = $1 and subject_id = $2 and ($3::integer is null or version < $3)
       and ($5::text[] is null or changes is null or exists (
         select from jsonb_array_elements(changes) as change where change->'path'->>0 = any($5)))
     order by version desc limit $4`,
    [organizationId, id, before ?? null, limit, fields ?? null],
  )

export const findFlowVersion = async (
  query: Query,
  organizationId: string,
  id: string,
  version: number,
): Promise<FlowVersionContent | undefined> =>
  (
    await query<{ content: FlowVersionContent }>(
      `select content from versions where organization_id = $1 and subject_id = $2 and version = $3 and kind = 'flow'`,
      [organizationId, id, version],
    )
  )[0]?.content

/** A version with its state. */
export interface SettingsVersionRow extends VersionRow {
  readonly content: Partial<ConnectionVersionContent & IntegrationVersionContent>
}

/** The versions of a connection and of its integration together, newest first. */
export const listSettingsVersions = (
  query: Query,
  organizationId: string,
  ids: readonly string[],
  limit: number,
): Promise<SettingsVersionRow[]> =>
  query<SettingsVersionRow>(
    `select ${LISTED}, content from versions left join users on uid = saved_by
     where organization_id = $1 and subject_id = any($2) order by saved_at desc, version desc limit $3`,
    [organizationId, ids, limit],
  )

export interface Changer {
  readonly uid: string
  readonly name?: string
}

/** Who made the newest version. */
export async function findLastChanger(query: Query, organizationId: string, id: string): Promise<Changer | undefined> {
  const [row] = await query<{ uid: string | null; name: string | null }>(
    `select saved_by as uid, coalesce(display_name, email) as name from versions left join users on uid = saved_by
     where organization_id = $1 and subject_id = $2 order by version desc limit 1`,
    [organizationId, id],
  )
  return row && row.uid !== null ? defined({ uid: row.uid, name: row.name ?? undefined }) : undefined
}

/** When what they belong to is deleted permanently. */
export const forgetVersions = (query: Query, organizationId: string, id: string): Promise<object[]> =>
  query('delete from versions where organization_id = $1 and subject_id = $2', [organizationId, id])
