import type { Connection } from '../../src/core/connections/connection.ts'
import type { Entity } from '../../src/core/connections/entity.ts'
import type { HttpFailure } from '../../src/core/failure.ts'
import type { Flow } from '../../src/core/flows/flow.ts'
import type { Integration } from '../../src/core/integrations/integration.ts'
import type { Member } from '../../src/core/members/member.ts'
import type { Run } from '../../src/core/runs/run.ts'

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

export const anIntegration = (changes: Partial<Integration> = {}): Integration => ({
  id: 'integration-1',
  name: 'Shop',
  type: 'postgres',
  mergedIntegration: true,
  ...changes,
})

export const anEntity = (changes: Partial<Entity> = {}): Entity => ({
  name: 'public.orders',
  kind: 'table',
  columns: [
    { name: 'id', type: 'bigint', nullable: false, keyPosition: 1 },
    { name: 'total', type: 'numeric(12,2)', nullable: true },
  ],
  estimatedRows: 12_400,
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

export const aRun = (changes: Partial<Run> = {}): Run => ({
  id: 'run-1',
  flowId: 'flow-1',
  status: 'succeeded',
  trigger: 'person',
  queuedAt: '2026-11-21T06:00:00.000Z',
  startedAt: '2026-11-21T06:00:00.200Z',
  finishedAt: '2026-11-21T06:00:04.200Z',
  rowsWritten: 12_400,
  streams: [],
  ...changes,
})

export const aMember = (changes: Partial<Member> = {}): Member => ({
  id: 'member-1',
  email: 'ada@example.com',
  displayName: 'Ada',
  roles: ['owner'],
  ...changes,
})

export const serverDown: HttpFailure = { kind: 'http', status: 500, statusText: 'Internal Server Error' }
