import { defined } from '../../../core/catalog/defined.ts'
import type { Database, Query } from '../../store/database/database.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'
import type { AuditChange } from '../../store/organizations/audit.ts'
import {
  addVersionsOfRuns,
  type FlowVersionContent,
  findFlowVersion,
  insertVersion,
  listVersions,
} from '../../store/versions/versions.ts'
import { notFound } from '../request-error.ts'
import { requireFlow } from './require-flow.ts'

/** Keeps the state of a flow that was just saved. */
export const keepFlowVersion = (
  query: Query,
  organizationId: string,
  { id, version, name, enabled, source, destination, config, freshness_minutes }: FlowRow,
  { by, changes }: { readonly by: string; readonly changes?: readonly AuditChange[] },
): Promise<void> =>
  insertVersion(
    query,
    organizationId,
    defined({
      kind: 'flow' as const,
      id,
      version,
      by,
      changes,
      content: {
        name,
        enabled,
        config,
        freshness_minutes,
        source_connection_id: source.id,
        destination_connection_id: destination.id,
      },
    }),
  )

/** A page of the versions of a flow, newest first. @throws RequestError not found */
export const readFlowVersions = (
  database: Database,
  organizationId: string,
  flowId: string,
  page: { readonly before: number | undefined; readonly limit: number },
) =>
  database.inOrganization(organizationId, async (query) => {
    const { id } = await requireFlow(query, organizationId, flowId)
    await addVersionsOfRuns(query, organizationId, id)
    return listVersions(query, organizationId, id, page)
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
