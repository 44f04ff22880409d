import type { Unsubscribe } from '../../observable.ts'
import type { ActiveOrganization } from '../../organizations/active-organization.ts'
import type { RunEvents, RunWatcher } from './run-events.ts'

export interface WatchRunsDeps {
  readonly organization: ActiveOrganization
  readonly runEvents: RunEvents
}

/** State, progress and log of one run until unsubscribed; without an active organization it is closed at once. */
export type WatchRun = (runId: string, watcher: RunWatcher) => Unsubscribe

export const makeWatchRun =
  ({ organization, runEvents }: WatchRunsDeps): WatchRun =>
  (runId, watcher) => {
    const active = organization.require()
    if (active.ok) return runEvents.watchRun(active.value, runId, watcher)
    watcher.onState?.('closed')
    return () => undefined
  }
