import type { Unsubscribe } from '../../observable.ts'
import type { OrganizationWatcher } from './run-events.ts'
import type { WatchRunsDeps } from './watch-run.ts'

/** Every run of the active organization until unsubscribed; without one it is closed at once. */
export type WatchOrganization = (watcher: OrganizationWatcher, flowId?: string) => Unsubscribe

export const makeWatchOrganization =
  ({ organization, runEvents }: WatchRunsDeps): WatchOrganization =>
  (watcher, flowId) => {
    const active = organization.require()
    if (active.ok) return runEvents.watchOrganization(active.value, watcher, flowId)
    watcher.onState?.('closed')
    return () => undefined
  }
