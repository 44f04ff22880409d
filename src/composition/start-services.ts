import type { Services } from '../ui/app/services.tsx'
import { type BrowserEnvironment, browserModule } from './browser-module.ts'
import { createContainer } from './create-container.ts'
import { servicesFrom } from './services-from.ts'

/** The browser's services, watching who is signed in. Imported on its own, so that the first page need not wait for it. */
export function startServices(environment: BrowserEnvironment): Services {
  const services = servicesFrom(createContainer(browserModule(environment)))
  services.watchSession()
  return services
}
