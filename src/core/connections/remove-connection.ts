import { inOrganization } from '../organizations/active-organization.ts'
import { fail, type Result } from '../result.ts'
import type { Connection } from './connection.ts'
import { connectionTypeOf } from './connection-type-of.ts'
import type { ConnectionDeps } from './deps.ts'

/** Fails with `merged-integration-left` when the connection was deleted but its credentials could not be deleted. */
export type RemoveConnection = (connection: Connection) => Promise<Result<void>>

export const makeRemoveConnection =
  ({ organization, connections, integrations }: ConnectionDeps): RemoveConnection =>
  ({ id, type, integrationId }) =>
    inOrganization(organization, async (organizationId) => {
      const removed = await connections.remove(organizationId, id)
      if (!removed.ok || !integrationId || !connectionTypeOf(type).merged) return removed

      const cleared = await integrations.remove(organizationId, integrationId)
      return cleared.ok ? removed : fail({ kind: 'merged-integration-left', cause: cleared.failure })
    })
