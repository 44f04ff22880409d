import { FLOW_SETTING_FIELDS, type FlowSetting } from '../../../core/catalog/changed-settings.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { findConnection } from '../../store/connections/connections.ts'
import type { Database, Query } from '../../store/database/database.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'
import type { AuditChange } from '../../store/organizations/audit.ts'
import {
  addVersionsOfRuns,
  type FlowVersionContent,
  findFlowVersion,
  insertVersion,
  listVersions,
  takeEarlierEdit,
} from '../../store/versions/versions.ts'
import { notFound } from '../request-error.ts'
import { namedAfter } from './check-after.ts'
import { flowChanges } from './flow-changes.ts'
import { requireFlow } from './require-flow.ts'

interface Kept {
  /** The person's uid. */
  readonly by: string
  readonly changes?: readonly AuditChange[]
  readonly note?: string
  /** An edit: those of one person within minutes are one version. */
  readonly isEdit?: true
}

/** Keeps the state of a flow that was just saved. */
export async function keepFlowVersion(
  query: Query,
  organizationId: string,
  flow: FlowRow,
  { by, changes, note, isEdit }: Kept,
): Promise<void> {
  const { id, version, name, enabled, source, destination, config, freshness_minutes } = flow
  const earlier = isEdit && (await takeEarlierEdit(query, organizationId, id, by))
  const content = {
    name,
    enabled,
    config,
    freshness_minutes,
    source_connection_id: source.id,
    destination_connection_id: destination.id,
  }
  await insertVersion(
    query,
    organizationId,
    defined({
      kind: 'flow' as const,
      id,
      version,
      by,
      changes: earlier ? await changesSince(query, organizationId, flow, earlier.before) : changes,
      note,
      editedSince: isEdit && (earlier?.editedSince ?? new Date()),
      content,
    }),
  )
}

/** All changes of the edits that are one version. */
async function changesSince(query: Query, organizationId: string, flow: FlowRow, before: FlowVersionContent) {
  const named = async (id: string) => (await findConnection(query, organizationId, id)) ?? { name: id, type: '' }
  return flowChanges(
    {
      ...before,
      source: await named(before.source_connection_id),
      destination: await named(before.destination_connection_id),
      freshnessMinutes: before.freshness_minutes,
      codeFile: null,
      owner: null,
      tags: [],
      ...(await namedAfter(query, organizationId, before.config.after)),
    },
    {
      ...flow,
      freshnessMinutes: flow.freshness_minutes,
      codeFile: null,
      owner: null,
      tags: [],
      ...(await namedAfter(query, organizationId, flow.config.after)),
    },
  )
}

interface WantedVersions {
  readonly before: number | undefined
  /** Only versions that changed this setting, and the first one. */
  readonly changed: FlowSetting | undefined
  readonly limit: number
}

/** A page of the versions of a flow, newest first. @throws RequestError not found */
export const readFlowVersions = (
  database: Database,
  organizationId: string,
  flowId: string,
  { changed, ...page }: WantedVersions,
) =>
  database.inOrganization(organizationId, async (query) => {
    const { id } = await requireFlow(query, organizationId, flowId)
    await addVersionsOfRuns(query, organizationId, id)
    return listVersions(query, organizationId, id, { ...page, fields: changed && FLOW_SETTING_FIELDS[changed] })
  })

/** A flow as it was saved. @param wanted absent: the current version @throws RequestError not found */
export const readFlowVersion = (
  database: Database,
  organizationId: string,
  flowId: string,
  wanted: number | undefined,
): Promise<FlowVersionContent> =>
  database.inOrganization(organizationId, async (query) => {
    const { id, version } = await requireFlow(query, organizationId, flowId)
    await addVersionsOfRuns(query, organizationId, id)
    const content = await findFlowVersion(query, organizationId, id, wanted ?? version)
    if (!content) throw notFound()
    return content
  })
