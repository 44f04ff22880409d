import type { Flow } from '../flow.ts'
import type { StoredPositions } from '../positions/positions.ts'

/** A flow before a change, with the positions of its nodes. */
export interface EditSnapshot {
  readonly draft: Flow
  readonly placed: StoredPositions
}

/** The states for undo and redo, oldest first. */
export interface StoredEditHistory {
  /** The saved flow at the end of the history. */
  readonly version: number | undefined
  readonly past: readonly EditSnapshot[]
  readonly future: readonly EditSnapshot[]
}

/** Keeps the history of a flow's editing across a reload, separately for each tab and person. */
export interface EditHistoryStore {
  load(userId: string, flowId: string): StoredEditHistory | undefined
  save(userId: string, flowId: string, history: StoredEditHistory): void
}
