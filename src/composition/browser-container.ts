import type { Container } from 'inversify'

import { BrowserClock } from '../adapters/browser/browser-clock.ts'
import { ConsoleLog } from '../adapters/browser/console-log.ts'
import { CryptoKeys } from '../adapters/browser/crypto-keys.ts'
import { BrowserChosenOrganizationStore } from '../adapters/local-storage/browser-chosen-organization-store.ts'
import { LocalStorageDraftStore } from '../adapters/local-storage/local-storage-draft-store.ts'
import { LocalStoragePositionStore } from '../adapters/local-storage/local-storage-position-store.ts'
import { LocalStoragePreferenceStore } from '../adapters/local-storage/local-storage-preference-store.ts'
import { LocalStorageUnfinishedBulkStore } from '../adapters/local-storage/local-storage-unfinished-bulk-store.ts'
import { SessionEditHistoryStore } from '../adapters/local-storage/session-edit-history-store.ts'
import { Session } from '../core/auth/session.ts'
import { MissingCalls } from '../core/missing-calls.ts'
import { makeReportSkipped } from '../core/notices/report-skipped.ts'
import { OrganizationStore } from '../core/organizations/organization-store.ts'
import type { Configuration } from './browser-identity.ts'
import { containerOf } from './container-of.ts'
import { httpPorts } from './http-ports.ts'
import type { Ports } from './ports.ts'

export interface BrowserEnvironment extends Pick<Ports, 'identity' | 'notifier' | 'resources'> {
  readonly configuration: Configuration
}

/** The real environment: the API, Firebase, and the browser's storage. */
export function browserContainer({ configuration, identity, notifier, resources }: BrowserEnvironment): Container {
  const clock = new BrowserClock()
  const log = new ConsoleLog()
  return containerOf({
    identity,
    clock,
    site: { origin: location.origin },
    log,
    notifier,
    uniqueKeys: new CryptoKeys(),
    session: new Session(),
    missingCalls: new MissingCalls(),
    organization: new OrganizationStore(),
    chosenOrganization: new BrowserChosenOrganizationStore(localStorage, sessionStorage),
    resources,
    positions: new LocalStoragePositionStore(localStorage),
    drafts: new LocalStorageDraftStore(localStorage),
    editHistories: new SessionEditHistoryStore(sessionStorage),
    unfinishedBulks: new LocalStorageUnfinishedBulkStore(localStorage),
    preferences: new LocalStoragePreferenceStore(localStorage),
    ...httpPorts({
      baseUrl: configuration.apiHost,
      identity,
      clock,
      fetch: (input, init) => fetch(input, init),
      plans: configuration.plans,
      reportSkipped: makeReportSkipped({ log, notifier }),
    }),
  })
}
