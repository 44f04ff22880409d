import type { ChangedKind } from '../../catalog/changed-kinds.ts'
import type { Unsubscribe } from '../../observable.ts'
import type { Run, RunLogLine } from '../run.ts'

export type RunEvent =
  | { readonly type: 'run'; readonly run: Run }
  | { readonly type: 'log'; readonly runId: string; readonly line: RunLogLine }

/** Somebody who has a flow open. */
export interface PresentPerson {
  readonly uid: string
  readonly name?: string
}

export type OrganizationEvent =
  | RunEvent
  /** Another object than a run has changed; without an id it may be any of its kind. */
  | { readonly type: 'change'; readonly kind: ChangedKind; readonly id?: string }
  /** Everybody who has the flow open that the watcher has named, the watcher too. */
  | { readonly type: 'presence'; readonly flowId: string; readonly people: readonly PresentPerson[] }
  /** So much was missed that everything must be loaded again. */
  | { readonly type: 'stale' }

/** `waiting` after a loss, until the next attempt; `not-offered` and `closed` are final. */
export type StreamState = 'connecting' | 'open' | 'waiting' | 'not-offered' | 'closed'

interface Watcher<Event> {
  readonly onEvent: (event: Event) => void
  readonly onState?: (state: StreamState) => void
}

export type RunWatcher = Watcher<RunEvent>
export type OrganizationWatcher = Watcher<OrganizationEvent>

/** Run events as they happen. Lost connections are resumed after the last event seen. */
export interface RunEvents {
  watchRun(organizationId: string, runId: string, watcher: RunWatcher): Unsubscribe
  /** Resumes where the last watcher of the organization stopped. @param flowId the flow that the watcher has open */
  watchOrganization(organizationId: string, watcher: OrganizationWatcher, flowId?: string): Unsubscribe
}
