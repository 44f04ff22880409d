import type { Unsubscribe } from '../core/observable.ts'
import type { RunEvents, RunWatcher } from '../core/runs/live/run-events.ts'

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
    watchOrganization: (organizationId, watcher) =>
      onceLoaded((events) => events.watchOrganization(organizationId, watcher), watcher),
  }
}
