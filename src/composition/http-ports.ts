import { httpConnectionRepository } from '../adapters/http/connections/http-connection-repository.ts'
import { httpIntegrationRepository } from '../adapters/http/connections/http-integration-repository.ts'
import { httpFlowRepository } from '../adapters/http/flows/http-flow-repository.ts'
import { HttpClient, type HttpClientDeps } from '../adapters/http/http-client.ts'
import { httpOrganizationRepository } from '../adapters/http/organizations/http-organization-repository.ts'
import { httpProfileRepository } from '../adapters/http/organizations/http-profile-repository.ts'
import { PLANS } from '../core/catalog/plans.ts'
import type { ConnectionRepository } from '../core/connections/connection-repository.ts'
import type { FlowRepository } from '../core/flows/flow-repository.ts'
import type { IntegrationRepository } from '../core/integrations/integration-repository.ts'
import type { Unsubscribe } from '../core/observable.ts'
import type { RunEvents, RunWatcher } from '../core/runs/live/run-events.ts'
import type { Configuration } from './browser-identity.ts'
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
  batches: null,
  billing: null,
  budgets: null,
  runLimits: null,
  bulk: null,
  code: null,
  invitations: null,
  members: null,
  mirrors: null,
  rejects: null,
  sampleData: null,
  serviceMembers: null,
  trash: null,
  views: null,
}

/** Every port that uses the API. */
export function httpPorts({ plans, ...deps }: HttpPortsDeps) {
  const http = new HttpClient(deps)
  const configured = plans?.map(({ id, name = id }) => ({ id, name })) ?? CATALOG_PLANS
  const rare = loadedOnce(async () => (await import('./rare-http-ports.ts')).rareHttpPorts(http, configured))
  const dashboards = loadedOnce(async () => {
    const { httpDashboardRepository } = await import('../adapters/http/organizations/http-dashboard-repository.ts')
    return httpDashboardRepository(http)
  })
  const connectionDetails = loadedOnce(async () => {
    const { httpConnectionDetails } = await import('../adapters/http/connections/http-connection-details.ts')
    return httpConnectionDetails(http)
  })
  const integrationDetails = loadedOnce(async () => {
    const { httpIntegrationDetails } = await import('../adapters/http/connections/http-integration-details.ts')
    return httpIntegrationDetails(http)
  })
  // A page that shows runs asks for them while its own code is loaded.
  const runs = loadedOnce(async () => {
    const { httpRunRepository } = await import('../adapters/http/runs/http-run-repository.ts')
    return httpRunRepository(http)
  })
  const runEvents = loadedOnce(async () => {
    const { HttpRunEvents } = await import('../adapters/http/runs/http-run-events.ts')
    return new HttpRunEvents(deps)
  })
  const flowDetails = loadedOnce(async () => {
    const { httpFlowDetails } = await import('../adapters/http/flows/http-flow-details.ts')
    return httpFlowDetails(http)
  })
  const onUse = (name: keyof RarePorts) => [name, loadedOnUse<object>(async () => (await rare())[name])]
  return {
    ...(Object.fromEntries(Object.keys(RARE).map((name) => onUse(name as keyof RarePorts))) as RarePorts),
    connections: withRest<ConnectionRepository>(httpConnectionRepository(http), connectionDetails),
    dashboards: loadedOnUse(dashboards),
    flows: withRest<FlowRepository>(httpFlowRepository(http), flowDetails),
    integrations: withRest<IntegrationRepository>(httpIntegrationRepository(http), integrationDetails),
    organizations: httpOrganizationRepository(http),
    profiles: httpProfileRepository(http),
    runs: loadedOnUse(runs),
    runEvents: eventsOnUse(runEvents),
  }
}

/** Run events whose code is loaded when something is first watched, after the page. If it cannot be loaded, pages ask by themselves. */
export function eventsOnUse(load: () => Promise<RunEvents>): RunEvents {
  const onceLoaded = (watch: (events: RunEvents) => Unsubscribe, { onState }: Pick<RunWatcher, 'onState'>) => {
    let stop: Unsubscribe | undefined
    let isOver = false
    load().then(
      (events) => {
        if (!isOver) stop = watch(events)
      },
      () => {
        if (!isOver) onState?.('not-offered')
      },
    )
    return () => {
      isOver = true
      stop?.()
    }
  }
  return {
    watchRun: (organizationId, runId, watcher) =>
      onceLoaded((events) => events.watchRun(organizationId, runId, watcher), watcher),
    watchOrganization: (organizationId, watcher, flowId) =>
      onceLoaded((events) => events.watchOrganization(organizationId, watcher, flowId), watcher),
  }
}

type Method = (...given: unknown[]) => unknown

/** A port whose code is loaded with its first call, because every method of a port answers later anyway. */
export function loadedOnUse<Port extends object>(load: () => Promise<Port>): Port {
  const method = (name: PropertyKey): Method => {
    return async (...given) => {
      const port = await load()
      const called = Reflect.get(port, name) as Method
      return called.apply(port, given)
    }
  }
  // What has a `then` would be taken for a promise.
  return new Proxy({} as Port, { get: (_, name) => (name === 'then' ? undefined : method(name)) })
}

/** A port that has some methods at once; the others are loaded with the first call of one of them. */
const withRest = <Port extends object, Known extends Partial<Port> = Partial<Port>>(
  known: Known,
  load: () => Promise<Omit<Port, keyof Known>>,
): Port => {
  const rest = loadedOnUse(load)
  return new Proxy(rest as Port, { get: (_, name) => Reflect.get(name in known ? known : rest, name) })
}

/** Loads on the first call, for all callers; what could not be loaded is tried again with the next call. */
export function loadedOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
