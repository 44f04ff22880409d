import type { CallsOf } from '../calls-of.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import type { StopSignal } from '../stop-signal.ts'
import type { AddConnection } from './add-connection.ts'
import type { ConnectionClone } from './connection.ts'
import type { UnsavedConnection } from './connection-test.ts'
import type { ConnectionDeps } from './deps.ts'
import { makeDiscoverConnection } from './discover-connection.ts'
import { makeFindRefusals } from './find-refusals.ts'
import { makeRemoveConnection } from './remove-connection.ts'
import { makeUpdateConnection } from './update-connection.ts'

const ask = forOrganization<ConnectionDeps>()

/** Nobody adds one on most pages. */
const makeAddConnectionOnUse =
  (deps: ConnectionDeps): AddConnection =>
  async (draft) =>
    (await import('./add-connection.ts')).makeAddConnection(deps)(draft)

export const CONNECTION_CALLS = {
  listConnections: ask(({ connections }, organizationId) => connections.list(organizationId)),
  addConnection: makeAddConnectionOnUse,
  /** The server copies the secrets that were not typed anew; they never come here. */
  cloneConnection: ask(({ connections }, organizationId, connectionId: string, clone: ConnectionClone) =>
    connections.clone(organizationId, connectionId, clone),
  ),
  updateConnection: makeUpdateConnection,
  listConnectionVersions: ask(({ connections }, organizationId, connectionId: string) =>
    connections.versions(organizationId, connectionId),
  ),
  fetchConnectionOverview: ask(({ connections }, organizationId, connectionId: string) =>
    connections.overview(organizationId, connectionId),
  ),
  removeConnection: makeRemoveConnection,
  testConnection: ask(({ connections }, organizationId, connectionId: string) =>
    connections.test(organizationId, connectionId),
  ),
  testUnsavedConnection: ask(({ connections }, organizationId, connection: UnsavedConnection) =>
    connections.testUnsaved(organizationId, connection),
  ),
  discoverConnection: makeDiscoverConnection,
  // The same use case for a query: the user did not request it, so no notice is shown.
  readEntities: makeDiscoverConnection,
  /** Which of the tables and columns that discovery did not show are only hidden from the account. */
  findRefusals: makeFindRefusals,
  /** The first rows of an entity of a connection. */
  readRows: ask(({ connections }, organizationId, connectionId: string, entity: string, stop?: StopSignal) =>
    connections.rows(organizationId, connectionId, entity, stop),
  ),
}

export type ConnectionCalls = CallsOf<typeof CONNECTION_CALLS>
