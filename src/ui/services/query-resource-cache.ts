import type { QueryClient } from '@tanstack/react-query'

import type { Connection } from '../../core/connections/connection.ts'
import type { Flow } from '../../core/flows/flow.ts'
import type { Integration } from '../../core/integrations/integration.ts'
import type { ResourceCache } from '../../core/resources/resource-cache.ts'
import { QUERY_KEYS } from './query-keys.ts'

/** Puts data that use cases loaded into the pages' query cache. */
export class QueryResourceCache implements ResourceCache {
  readonly #queryClient: QueryClient

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient
  }

  keepIntegrations(organizationId: string, integrations: readonly Integration[]): void {
    this.#queryClient.setQueryData(QUERY_KEYS.integrations(organizationId), integrations)
  }

  keepConnections(organizationId: string, connections: readonly Connection[]): void {
    this.#queryClient.setQueryData(QUERY_KEYS.connections(organizationId), connections)
  }

  keepFlows(organizationId: string, flows: readonly Flow[]): void {
    this.#queryClient.setQueryData(QUERY_KEYS.flows(organizationId), flows)
  }

  clear(): void {
    this.#queryClient.clear()
  }
}
