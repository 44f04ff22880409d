import type { StoredPositions } from './positions.ts'

/** Where the nodes of a flow were put, kept in this browser only (spec §3). */
export interface PositionStore {
  load(flowId: string): StoredPositions
  save(flowId: string, positions: StoredPositions): void
  remove(flowId: string): void
}
