import type { Connection } from '../connections/connection.ts'
import { connectionTypeOf } from '../connections/connection-type-of.ts'
import type { Failure } from '../failure.ts'
import { type ActiveOrganization, inOrganization } from '../organizations/active-organization.ts'
import { map, type Result } from '../result.ts'
import type { BulkRepository } from './bulk-repository.ts'
import { type BulkResult, bulkResult } from './bulk-result.ts'

type Removed = Pick<Connection, 'id' | 'type' | 'integrationId'>

interface Deps {
  readonly organization: ActiveOrganization
  readonly bulk: BulkRepository
}

export type RemoveConnections = (connections: readonly Removed[]) => Promise<Result<BulkResult>>

/** Removes connections, and then the merged integrations that no connection uses any more. */
export const makeRemoveConnections =
  ({ organization, bulk }: Deps): RemoveConnections =>
  (connections) =>
    inOrganization(organization, async (organizationId) => {
      const merged = connections.filter(({ type, integrationId }) => integrationId && connectionTypeOf(type).merged)
      const integrationIds = [...new Set(merged.flatMap(({ integrationId = '' }) => integrationId || []))]
      const performed = await bulk.perform(organizationId, [
        { call: 'deleteConnection', ids: connections.map(({ id }) => id) },
        ...(integrationIds.length > 0 ? [{ call: 'deleteIntegration', ids: integrationIds } as const] : []),
      ])
      return map(performed, (outcomes) => {
        const removed = bulkResult(outcomes.filter(({ call }) => call === 'deleteConnection'))
        const left = bulkResult(outcomes.filter(({ call }) => call === 'deleteIntegration')).failures
        const failures = new Map<string, Failure>(removed.failures)
        for (const { id, integrationId = '' } of merged) {
          const cause = left.get(integrationId)
          if (cause && !failures.has(id) && !isInUse(cause))
            failures.set(id, { kind: 'merged-integration-left', cause })
        }
        return { ...removed, failures }
      })
    })

/** Another connection has the same credentials: they stay for it. */
const isInUse = (failure: Failure): boolean => failure.kind === 'http' && failure.code === 'INTEGRATION_IN_USE'
