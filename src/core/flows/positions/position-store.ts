import type { StoredPositions } from './positions.ts'

/** Positions of a flow's nodes, stored only in this browser (spec §3). */
export interface PositionStore {
  load(flowId: string): StoredPositions
  save(flowId: string, positions: StoredPositions): void
  remove(flowId: string): void
}
