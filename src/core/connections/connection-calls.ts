import type { CallsOf } from '../calls-of.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import type { StopSignal } from '../stop-signal.ts'
import { makeAddConnection } from './add-connection.ts'
import type { UnsavedConnection } from './connection-test.ts'
import type { ConnectionDeps } from './deps.ts'
import { makeDiscoverConnection } from './discover-connection.ts'
import { makeRemoveConnection } from './remove-connection.ts'
import { makeUpdateConnection } from './update-connection.ts'

const ask = forOrganization<ConnectionDeps>()

export const CONNECTION_CALLS = {
  listConnections: ask(({ connections }, organizationId) => connections.list(organizationId)),
  addConnection: makeAddConnection,
  updateConnection: makeUpdateConnection,
  removeConnection: makeRemoveConnection,
  testConnection: ask(({ connections }, organizationId, connectionId: string) =>
    connections.test(organizationId, connectionId),
  ),
  testUnsavedConnection: ask(({ connections }, organizationId, connection: UnsavedConnection) =>
    connections.testUnsaved(organizationId, connection),
  ),
  discoverConnection: makeDiscoverConnection,
  // The same use case for a query: a person has not asked, so nobody is told.
  readEntities: makeDiscoverConnection,
  /** The first rows of what can be read through a connection. */
  readRows: ask(({ connections }, organizationId, connectionId: string, entity: string, stop?: StopSignal) =>
    connections.rows(organizationId, connectionId, entity, stop),
  ),
}

export type ConnectionCalls = CallsOf<typeof CONNECTION_CALLS>
