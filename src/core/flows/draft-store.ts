import type { Flow, FlowChange } from './flow.ts'

/** What a person changed of a flow and the server does not have yet. */
export interface UnsavedFlow {
  /** The flow that the changes were made on, as the server had it. */
  readonly base: Flow
  readonly change: FlowChange
  /** When the last change was made, in milliseconds since 1970. */
  readonly at: number
}

/**
 * Keeps unsaved changes in this browser, over reloads and ended sessions, each person's for themselves.
 * A flow has one draft: two tabs that cannot save write over each other's, and what a tab shows stays in that tab.
 */
export interface DraftStore {
  load(userId: string, flowId: string): UnsavedFlow | undefined
  save(userId: string, flowId: string, draft: UnsavedFlow): void
  remove(userId: string, flowId: string): void
}
