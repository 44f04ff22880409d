import type { Flow } from './flow.ts'
import type { StoredPositions } from './positions.ts'

/** A flow as it was before a change, and where its nodes stood. */
export interface EditSnapshot {
  readonly draft: Flow
  readonly placed: StoredPositions
}

/** What undo and redo go back and forth through, oldest first. */
export interface StoredEditHistory {
  /** The saved flow that the history leads to. */
  readonly version: number | undefined
  readonly past: readonly EditSnapshot[]
  readonly future: readonly EditSnapshot[]
}

/** Keeps the history of a flow's editing over a reload, each tab's and each person's for themselves. */
export interface EditHistoryStore {
  load(userId: string, flowId: string): StoredEditHistory | undefined
  save(userId: string, flowId: string, history: StoredEditHistory): void
}
