import { createQueryClient } from '../ui/services/query-client.ts'
import { QueryResourceCache } from '../ui/services/query-resource-cache.ts'
import type { SignedInApp } from '../ui/services/signed-in-app-source.ts'
import { type BrowserEnvironment, browserContainer } from './browser-container.ts'
import { servicesFrom } from './services-from.ts'

/** The browser's services, with the session watched. A separate module, so that sign-in need not wait for it. */
export function startSignedInApp(environment: Omit<BrowserEnvironment, 'resources'>): SignedInApp {
  const queryClient = createQueryClient()
  const resources = new QueryResourceCache(queryClient)
  const services = servicesFrom(browserContainer({ ...environment, resources }))
  services.watchSession()
  return { services, queryClient }
}
