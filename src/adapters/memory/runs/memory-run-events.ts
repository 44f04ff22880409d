import type { Unsubscribe } from '../../../core/observable.ts'
import type {
  OrganizationEvent,
  OrganizationWatcher,
  RunEvents,
  RunWatcher,
  StreamState,
} from '../../../core/runs/live/run-events.ts'

type Watch = { readonly organizationId: string } & (
  | { readonly runId: string; readonly watcher: RunWatcher }
  | { readonly runId?: never; readonly watcher: OrganizationWatcher }
)

/** Nothing happens automatically: tests and stories send the events. */
export class MemoryRunEvents implements RunEvents {
  /** The flow that the last watcher of an organization has open. */
  openFlow: string | undefined
  readonly #watches = new Set<Watch>()

  watchRun(organizationId: string, runId: string, watcher: RunWatcher): Unsubscribe {
    return this.#watch({ organizationId, runId, watcher })
  }

  watchOrganization(organizationId: string, watcher: OrganizationWatcher, flowId?: string): Unsubscribe {
    this.openFlow = flowId
    return this.#watch({ organizationId, watcher })
  }

  emit(organizationId: string, event: OrganizationEvent): void {
    for (const watch of this.#watches) {
      if (watch.organizationId !== organizationId) continue
      if (watch.runId === undefined) watch.watcher.onEvent(event)
      else if (event.type === 'run' && event.run.id === watch.runId) watch.watcher.onEvent(event)
      else if (event.type === 'log' && event.runId === watch.runId) watch.watcher.onEvent(event)
    }
  }

  emitState(state: StreamState): void {
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
