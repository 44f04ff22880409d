import type { Connection } from '../../src/core/connections/connection.ts'
import type { HttpFailure } from '../../src/core/failure.ts'
import type { Flow } from '../../src/core/flows/flow.ts'

/** Things as a server would tell them, each whole by itself; hand in only what the test is about. */

export const aConnection = (changes: Partial<Connection> = {}): Connection => ({
  id: 'connection-1',
  name: 'Shop',
  type: 'postgres',
  capability: 'both',
  integrationId: 'integration-1',
  config: {},
  ...changes,
})

export const aFlow = (changes: Partial<Flow> = {}): Flow => ({
  id: 'flow-1',
  name: 'Shop to warehouse',
  enabled: true,
  version: 1,
  sourceConnection: { id: 'connection-1', name: 'Shop', type: 'postgres' },
  destinationConnection: { id: 'connection-2', name: 'Warehouse', type: 'postgres' },
  config: { streams: [], transformations: [] },
  ...changes,
})

export const serverDown: HttpFailure = { kind: 'http', status: 500, statusText: 'Internal Server Error' }
