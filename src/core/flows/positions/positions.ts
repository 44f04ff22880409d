import type { Flow } from '../flow.ts'

export interface Position {
  readonly x: number
  readonly y: number
}

/** The position of each node of a flow. */
export interface Positions {
  readonly source: Position
  readonly destination: Position
  /** By transformation id. */
  readonly transformations: Readonly<Record<string, Position>>
}

/** Only moved nodes. */
export type StoredPositions = Partial<Positions>

export const DEFAULT_SOURCE: Position = { x: 50, y: 150 }
export const DEFAULT_DESTINATION: Position = { x: 450, y: 150 }

/** For transformation number i, counted from 0 (spec §3). */
export const defaultTransformation = (index: number): Position => ({ x: 250, y: 50 + 100 * index })

/** The stored position of every node that has one, the default of every other; removed nodes are left out. */
export const positionsOf = ({ config }: Flow, stored: StoredPositions): Positions => ({
  source: stored.source ?? DEFAULT_SOURCE,
  destination: stored.destination ?? DEFAULT_DESTINATION,
  transformations: Object.fromEntries(
    config.transformations.map(({ id }, index) => [id, stored.transformations?.[id] ?? defaultTransformation(index)]),
  ),
})

/** Only positions that differ from the defaults: steps without an own position move when a step is inserted between them. */
export function movedOf(flow: Flow, { source, destination, transformations }: Positions): StoredPositions {
  const defaults = positionsOf(flow, {})
  const isMoved = (place: Position, usual: Position | undefined) => place.x !== usual?.x || place.y !== usual.y
  return {
    ...(isMoved(source, defaults.source) && { source }),
    ...(isMoved(destination, defaults.destination) && { destination }),
    transformations: Object.fromEntries(
      Object.entries(transformations).filter(([id, place]) => isMoved(place, defaults.transformations[id])),
    ),
  }
}
