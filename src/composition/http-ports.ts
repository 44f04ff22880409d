import { httpConnectionRepository } from '../adapters/http/connections/http-connection-repository.ts'
import { httpIntegrationRepository } from '../adapters/http/connections/http-integration-repository.ts'
import { httpFlowRepository } from '../adapters/http/flows/http-flow-repository.ts'
import { HttpClient, type HttpClientDeps } from '../adapters/http/http-client.ts'
import { httpDashboardRepository } from '../adapters/http/organizations/http-dashboard-repository.ts'
import { httpOrganizationRepository } from '../adapters/http/organizations/http-organization-repository.ts'
import { httpProfileRepository } from '../adapters/http/organizations/http-profile-repository.ts'
import { httpRunRepository } from '../adapters/http/runs/http-run-repository.ts'
import { PLANS } from '../core/catalog/plans.ts'
import type { Configuration } from './browser-identity.ts'
import { eventsOnUse } from './events-on-use.ts'
import { loadedOnUse } from './loaded-on-use.ts'
import { loadedOnce } from './loaded-once.ts'
import type { rareHttpPorts } from './rare-http-ports.ts'

interface HttpPortsDeps extends HttpClientDeps {
  /** The plans of the deployment; absent: those of the catalog. */
  readonly plans?: Configuration['plans']
}

/** Without prices, which another host may have set differently. */
const CATALOG_PLANS = PLANS.filter(({ monthlyPrice }) => monthlyPrice > 0).map(({ id, name }) => ({ id, name }))

type RarePorts = ReturnType<typeof rareHttpPorts>

/** Ports that few pages use: their code is loaded with their first call. */
const RARE: { readonly [Name in keyof RarePorts]: null } = {
  alerts: null,
  audit: null,
  billing: null,
  budgets: null,
  bulk: null,
  code: null,
  invitations: null,
  members: null,
  rejects: null,
  sampleData: null,
  serviceMembers: null,
  trash: null,
}

/** Every port that uses the API. */
export function httpPorts({ plans, ...deps }: HttpPortsDeps) {
  const http = new HttpClient(deps)
  const configured = plans?.map(({ id, name = id }) => ({ id, name })) ?? CATALOG_PLANS
  const rare = loadedOnce(async () => (await import('./rare-http-ports.ts')).rareHttpPorts(http, configured))
  const runEvents = loadedOnce(async () => {
    const { HttpRunEvents } = await import('../adapters/http/runs/http-run-events.ts')
    return new HttpRunEvents(deps)
  })
  const onUse = (name: keyof RarePorts) => [name, loadedOnUse<object>(async () => (await rare())[name])]
  return {
    ...(Object.fromEntries(Object.keys(RARE).map((name) => onUse(name as keyof RarePorts))) as RarePorts),
    connections: httpConnectionRepository(http),
    dashboards: httpDashboardRepository(http),
    flows: httpFlowRepository(http),
    integrations: httpIntegrationRepository(http),
    organizations: httpOrganizationRepository(http),
    profiles: httpProfileRepository(http),
    runs: httpRunRepository(http),
    runEvents: eventsOnUse(runEvents),
  }
}
