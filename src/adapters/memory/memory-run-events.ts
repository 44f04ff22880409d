import type { Unsubscribe } from '../../core/observable.ts'
import type { RunEvent, RunEvents, RunWatcher, StreamState } from '../../core/runs/run-events.ts'

interface Watch {
  readonly organizationId: string
  readonly runId?: string
  readonly watcher: RunWatcher
}

/** Nothing happens by itself: tests and stories say what does. */
export class MemoryRunEvents implements RunEvents {
  readonly #watches = new Set<Watch>()

  watchRun(organizationId: string, runId: string, watcher: RunWatcher): Unsubscribe {
    return this.#watch({ organizationId, runId, watcher })
  }

  watchOrganization(organizationId: string, watcher: RunWatcher): Unsubscribe {
    return this.#watch({ organizationId, watcher })
  }

  emit(organizationId: string, event: RunEvent): void {
    const about = event.type === 'run' ? event.run.id : event.runId
    for (const watch of this.#watches) {
      const isAsked = watch.organizationId === organizationId && (watch.runId === undefined || watch.runId === about)
      if (isAsked) watch.watcher.onEvent(event)
    }
  }

  tellState(state: StreamState): void {
    for (const { watcher } of this.#watches) watcher.onState?.(state)
  }

  get watching(): number {
    return this.#watches.size
  }

  #watch(watch: Watch): Unsubscribe {
    this.#watches.add(watch)
    watch.watcher.onState?.('open')
    return () => {
      if (this.#watches.delete(watch)) watch.watcher.onState?.('closed')
    }
  }
}
