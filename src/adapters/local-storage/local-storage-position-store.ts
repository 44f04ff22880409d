import { defined } from '../../core/catalog/defined.ts'
import type { PositionStore } from '../../core/flows/positions/position-store.ts'
import type { Position, StoredPositions } from '../../core/flows/positions/positions.ts'
import { LocalStorageValue } from './local-storage-value.ts'
import { asRecord } from './stored-flow.ts'

/** One entry per flow. */
export class LocalStoragePositionStore implements PositionStore {
  readonly #storage: Storage

  constructor(storage: Storage) {
    this.#storage = storage
  }

  load(flowId: string): StoredPositions {
    const { source, destination, transformations } = asRecord(this.#of(flowId).read())
    return defined({
      source: isPosition(source) ? source : undefined,
      destination: isPosition(destination) ? destination : undefined,
      transformations: Object.fromEntries(
        Object.entries(asRecord(transformations)).filter((entry): entry is [string, Position] => isPosition(entry[1])),
      ),
    })
  }

  save(flowId: string, positions: StoredPositions): void {
    this.#of(flowId).write(positions)
  }

  remove(flowId: string): void {
    this.#of(flowId).remove()
  }

  #of(flowId: string): LocalStorageValue {
    return new LocalStorageValue(this.#storage, `millrace.positions.${flowId}`)
  }
}

function isPosition(value: unknown): value is Position {
  const position = asRecord(value)
  return Number.isFinite(position['x']) && Number.isFinite(position['y'])
}
