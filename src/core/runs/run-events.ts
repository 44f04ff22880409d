import type { Unsubscribe } from '../observable.ts'
import type { Run, RunLogLine } from './run.ts'

export type RunEvent =
  | { readonly type: 'run'; readonly run: Run }
  | { readonly type: 'log'; readonly runId: string; readonly line: RunLogLine }

/** `waiting` after a loss, until the next attempt; `not-offered` and `closed` are final. */
export type StreamState = 'connecting' | 'open' | 'waiting' | 'not-offered' | 'closed'

export interface RunWatcher {
  readonly onEvent: (event: RunEvent) => void
  readonly onState?: (state: StreamState) => void
}

/** Runs as they happen. Lost connections are taken up again after the last event seen. */
export interface RunEvents {
  watchRun(organizationId: string, runId: string, watcher: RunWatcher): Unsubscribe
  watchOrganization(organizationId: string, watcher: RunWatcher): Unsubscribe
}
