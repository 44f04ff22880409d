import type { PositionStore } from './position-store.ts'
import type { StoredPositions } from './positions.ts'

/** An empty object resets every node to its default. */
export type SavePositions = (flowId: string, positions: StoredPositions) => void

export const makeSavePositions =
  ({ positions }: { readonly positions: PositionStore }): SavePositions =>
  (flowId, placed) =>
    positions.save(flowId, placed)
