import { BrowserChosenOrganizationStore } from '../../src/adapters/local-storage/browser-chosen-organization-store.ts'
import { LocalStoragePositionStore } from '../../src/adapters/local-storage/local-storage-position-store.ts'
import { ManualClock } from '../../src/adapters/memory/manual-clock.ts'
import { MemoryIdentity, memoryUser } from '../../src/adapters/memory/memory-identity.ts'
import { MemoryLog } from '../../src/adapters/memory/memory-log.ts'
import { MemoryNotifier } from '../../src/adapters/memory/memory-notifier.ts'
import { MemoryResourceCache } from '../../src/adapters/memory/memory-resource-cache.ts'
import { httpPorts } from '../../src/composition/http-ports.ts'
import { memoryContainer } from '../../src/composition/memory-container.ts'
import { servicesFrom } from '../../src/composition/services-from.ts'
import { Session } from '../../src/core/auth/session.ts'
import { makeReportSkipped } from '../../src/core/notices/report-skipped.ts'
import { OrganizationStore } from '../../src/core/organizations/organization-store.ts'
import { loadI18n } from '../../src/ui/i18n/locale.ts'
import { noticeText } from '../../src/ui/i18n/notice-texts.ts'
import { HOST, makeSpecOnlyApi } from './spec-only-api.ts'

export const ADA = memoryUser('ada@example.com')

/** What one toast said. */
export interface Said {
  readonly type: string
  readonly text: string
}

/** The client without its screens: every use case as the browser has it, over HTTP to a host of the specification alone. */
export async function openClient({ api = makeSpecOnlyApi(), identity = new MemoryIdentity() } = {}) {
  const i18n = await loadI18n('en')
  const clock = new ManualClock()
  const log = new MemoryLog()
  const notifier = new MemoryNotifier()
  const session = new Session()
  const organization = new OrganizationStore()
  const resources = new MemoryResourceCache()
  const services = servicesFrom(
    memoryContainer({
      identity,
      clock,
      log,
      notifier,
      session,
      organization,
      resources,
      chosenOrganization: new BrowserChosenOrganizationStore(localStorage, sessionStorage),
      positions: new LocalStoragePositionStore(localStorage),
      ...httpPorts({
        baseUrl: HOST,
        identity,
        clock,
        fetch: api.fetch,
        reportSkipped: makeReportSkipped({ log, notifier }),
      }),
    }),
  )

  return {
    services,
    api,
    identity,
    clock,
    log,
    session,
    organization,
    resources,
    /** Method and path of every call so far. */
    made: (): string[] => api.calls.map(({ method, path }) => `${method} ${path}`),
    said: (): Said[] => notifier.shown.map((notice) => ({ type: notice.type, text: noticeText(i18n, notice) })),
    forget: () => {
      api.calls.length = 0
      notifier.shown.length = 0
      log.errors.length = 0
    },
  }
}

export type OpenClient = Awaited<ReturnType<typeof openClient>>

/** The same with Ada signed in, the first organization active and everything loaded; what that took is forgotten. */
export async function signedInClient(api = makeSpecOnlyApi()): Promise<OpenClient> {
  const client = await openClient({ api, identity: new MemoryIdentity(ADA) })
  client.services.watchSession()
  await client.services.waitForSession()
  client.forget()
  return client
}
