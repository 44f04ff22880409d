import type { Connection } from '../connections/connection.ts'
import type { Flow } from '../flows/flow.ts'
import type { Integration } from '../integrations/integration.ts'

/** The data of an organization on the screens. Use cases store loaded data in it; logging out clears it. */
export interface ResourceCache {
  keepIntegrations(organizationId: string, integrations: readonly Integration[]): void
  keepConnections(organizationId: string, connections: readonly Connection[]): void
  keepFlows(organizationId: string, flows: readonly Flow[]): void
  clear(): void
}
