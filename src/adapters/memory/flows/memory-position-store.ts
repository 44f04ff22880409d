import type { PositionStore } from '../../../core/flows/positions/position-store.ts'
import type { StoredPositions } from '../../../core/flows/positions/positions.ts'

export class MemoryPositionStore implements PositionStore {
  readonly #byFlow = new Map<string, StoredPositions>()

  load(flowId: string): StoredPositions {
    return this.#byFlow.get(flowId) ?? {}
  }

  save(flowId: string, positions: StoredPositions): void {
    this.#byFlow.set(flowId, positions)
  }

  remove(flowId: string): void {
    this.#byFlow.delete(flowId)
  }
}
