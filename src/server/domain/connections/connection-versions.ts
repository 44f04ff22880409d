import { type ConnectionRow, findConnection } from '../../store/connections/connections.ts'
import { findIntegration } from '../../store/connections/integrations.ts'
import type { Database, Query } from '../../store/database/database.ts'
import type { AuditChange } from '../../store/organizations/audit.ts'
import { insertVersion, listSettingsVersions, type SettingsVersionRow } from '../../store/versions/versions.ts'
import { notFound } from '../request-error.ts'

interface Saved {
  readonly by: string
  readonly changes?: readonly AuditChange[]
}

/** Keeps the settings of a connection that were just saved. */
export const keepConnectionVersion = (
  query: Query,
  organizationId: string,
  { id, version, name, capability, config }: ConnectionRow,
  saved: Saved,
): Promise<void> =>
  insertVersion(query, organizationId, {
    kind: 'connection',
    id,
    version,
    ...saved,
    content: { name, capability, config },
  })

/** What a connection was after a save: its own settings, and its credentials if they come and go with it. */
export interface ConnectionVersion extends Omit<SettingsVersionRow, 'content'> {
  readonly settings: SettingsVersionRow['content']
}

/** The most that a list shows. */
const MAX_VERSIONS = 200

/** The versions of a connection with its credentials, newest first. @throws RequestError not found */
export const readConnectionVersions = (
  database: Database,
  organizationId: string,
  connectionId: string,
): Promise<readonly ConnectionVersion[]> =>
  database.inOrganization(organizationId, async (query) => {
    const connection = await findConnection(query, organizationId, connectionId)
    if (!connection) throw notFound()
    const { id, integration_id: integrationId } = connection
    const integration = await findIntegration(query, organizationId, integrationId)
    const ids = [id, ...(integration?.merged ? [integrationId] : [])]
    const rows = await listSettingsVersions(query, organizationId, ids, MAX_VERSIONS)
    let settings: SettingsVersionRow['content'] = {}
    // From the oldest on, as each save changes only one of the two.
    return rows
      .toReversed()
      .map(({ content, kind, ...row }) => {
        const { name: _, ...credentials } = content
        settings = { ...settings, ...(kind === 'integration' ? credentials : content) }
        return { ...row, kind, settings }
      })
      .toReversed()
  })
