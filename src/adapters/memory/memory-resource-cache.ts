import type { Connection } from '../../core/connections/connection.ts'
import type { Flow } from '../../core/flows/flow.ts'
import type { Integration } from '../../core/integrations/integration.ts'
import type { ResourceCache } from '../../core/resources/resource-cache.ts'

/** The last stored data, by organization. */
export class MemoryResourceCache implements ResourceCache {
  readonly integrations = new Map<string, readonly Integration[]>()
  readonly connections = new Map<string, readonly Connection[]>()
  readonly flows = new Map<string, readonly Flow[]>()

  keepIntegrations(organizationId: string, integrations: readonly Integration[]): void {
    this.integrations.set(organizationId, integrations)
  }

  keepConnections(organizationId: string, connections: readonly Connection[]): void {
    this.connections.set(organizationId, connections)
  }

  keepFlows(organizationId: string, flows: readonly Flow[]): void {
    this.flows.set(organizationId, flows)
  }

  clear(): void {
    this.integrations.clear()
    this.connections.clear()
    this.flows.clear()
  }
}
