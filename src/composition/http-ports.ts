import { HttpClient, type HttpClientDeps } from '../adapters/http/http-client.ts'
import { HttpConnectionRepository } from '../adapters/http/http-connection-repository.ts'
import { HttpDashboardRepository } from '../adapters/http/http-dashboard-repository.ts'
import { HttpFlowRepository } from '../adapters/http/http-flow-repository.ts'
import { HttpIntegrationRepository } from '../adapters/http/http-integration-repository.ts'
import { HttpOrganizationRepository } from '../adapters/http/http-organization-repository.ts'
import { HttpProfileRepository } from '../adapters/http/http-profile-repository.ts'
import { HttpRunRepository } from '../adapters/http/http-run-repository.ts'
import { PLANS } from '../core/catalog/plans.ts'
import type { Configuration } from './browser-identity.ts'
import { eventsOnUse } from './events-on-use.ts'
import { loadedOnUse } from './loaded-on-use.ts'
import { loadedOnce } from './loaded-once.ts'

interface HttpPortsDeps extends HttpClientDeps {
  /** The plans of the deployment; absent: those of the catalog. */
  readonly plans?: Configuration['plans']
}

/** Without prices, which another host may have set differently. */
const CATALOG_PLANS = PLANS.filter(({ monthlyPrice }) => monthlyPrice > 0).map(({ id, name }) => ({ id, name }))

/** Every port that uses the API. */
export function httpPorts({ plans, ...deps }: HttpPortsDeps) {
  const http = new HttpClient(deps)
  const rare = loadedOnce(async () => (await import('./rare-http-ports.ts')).rareHttpPorts(http, configured))
  const runEvents = loadedOnce(async () => {
    const { HttpRunEvents } = await import('../adapters/http/http-run-events.ts')
    return new HttpRunEvents(deps)
  })
  const configured = plans?.map(({ id, name = id }) => ({ id, name })) ?? CATALOG_PLANS
  return {
    profiles: new HttpProfileRepository(http),
    organizations: new HttpOrganizationRepository(http),
    members: loadedOnUse(async () => (await rare()).members),
    invitations: loadedOnUse(async () => (await rare()).invitations),
    billing: loadedOnUse(async () => (await rare()).billing),
    dashboards: new HttpDashboardRepository(http),
    audit: loadedOnUse(async () => (await rare()).audit),
    alerts: loadedOnUse(async () => (await rare()).alerts),
    integrations: new HttpIntegrationRepository(http),
    connections: new HttpConnectionRepository(http),
    flows: new HttpFlowRepository(http),
    runs: new HttpRunRepository(http),
    runEvents: eventsOnUse(runEvents),
    sampleData: loadedOnUse(async () => (await rare()).sampleData),
    code: loadedOnUse(async () => (await rare()).code),
    budgets: loadedOnUse(async () => (await rare()).budgets),
    bulk: loadedOnUse(async () => (await rare()).bulk),
    rejects: loadedOnUse(async () => (await rare()).rejects),
    serviceMembers: loadedOnUse(async () => (await rare()).serviceMembers),
    trash: loadedOnUse(async () => (await rare()).trash),
  }
}
