import type { Flow, FlowChange } from '../flow.ts'

/** Changes of a flow that the server does not have yet. */
export interface UnsavedFlow {
  /** The server's version on which the changes were made. */
  readonly base: Flow
  readonly change: FlowChange
  /** When the last change was made, in milliseconds since 1970. */
  readonly at: number
}

/**
 * Stores unsaved changes in this browser, across reloads and sessions, separately for each person.
 * A flow has one draft: two tabs that cannot save overwrite each other's draft, but each tab keeps what it shows.
 */
export interface DraftStore {
  load(userId: string, flowId: string): UnsavedFlow | undefined
  save(userId: string, flowId: string, draft: UnsavedFlow): void
  remove(userId: string, flowId: string): void
}
