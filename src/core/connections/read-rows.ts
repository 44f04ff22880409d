import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { StopSignal } from '../stop-signal.ts'
import type { EntityRows } from './entity-rows.ts'
import type { ConnectionDeps } from './list-connections.ts'

/** The first rows of what can be read through a connection. */
export type ReadRows = (connectionId: string, entity: string, stop?: StopSignal) => Promise<Result<EntityRows>>

export const makeReadRows =
  ({ organization, connections }: ConnectionDeps): ReadRows =>
  (connectionId, entity, stop) =>
    inOrganization(organization, (organizationId) => connections.rows(organizationId, connectionId, entity, stop))
