import { BrowserClock } from '../adapters/browser/browser-clock.ts'
import { ConsoleLog } from '../adapters/browser/console-log.ts'
import { CryptoKeys } from '../adapters/browser/crypto-keys.ts'
import { FirebaseIdentity } from '../adapters/firebase/firebase-identity.ts'
import type { fetchConfiguration } from '../adapters/http/fetch-configuration.ts'
import { LocalStorageDraftStore } from '../adapters/local-storage/local-storage-draft-store.ts'
import { LocalStoragePositionStore } from '../adapters/local-storage/local-storage-position-store.ts'
import { LocalStoragePreferenceStore } from '../adapters/local-storage/local-storage-preference-store.ts'
import { Session } from '../core/auth/session.ts'
import { OrganizationStore } from '../core/organizations/organization-store.ts'
import { environmentModule } from './environment-module.ts'
import { httpPorts } from './http-ports.ts'
import type { Ports } from './ports.ts'

export interface BrowserEnvironment extends Pick<Ports, 'notifier' | 'resources'> {
  readonly configuration: Awaited<ReturnType<typeof fetchConfiguration>>
}

/** The real thing: the API, Firebase, and what the browser keeps. */
export function browserModule({ configuration, notifier, resources }: BrowserEnvironment) {
  const { apiHost, authEmulatorOrigin, firebase } = configuration
  const { projectId, apiKey, authDomain } = firebase
  const clock = new BrowserClock()
  const identity = new FirebaseIdentity({
    projectId,
    apiKey,
    authDomain,
    ...(authEmulatorOrigin && { emulatorOrigin: authEmulatorOrigin }),
  })

  return environmentModule({
    identity,
    clock,
    log: new ConsoleLog(),
    notifier,
    uniqueKeys: new CryptoKeys(),
    session: new Session(),
    organization: new OrganizationStore(),
    resources,
    positions: new LocalStoragePositionStore(localStorage),
    drafts: new LocalStorageDraftStore(localStorage),
    preferences: new LocalStoragePreferenceStore(localStorage),
    ...httpPorts({ baseUrl: apiHost, identity, clock, fetch: (input, init) => fetch(input, init) }),
  })
}
