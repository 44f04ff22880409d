import type { Flow } from './flow.ts'

export interface Position {
  readonly x: number
  readonly y: number
}

/** Where each node of a flow stands. */
export interface Positions {
  readonly source: Position
  readonly destination: Position
  /** By transformation id. */
  readonly transformations: Readonly<Record<string, Position>>
}

/** Only what was moved. */
export type StoredPositions = Partial<Positions>

export const DEFAULT_SOURCE: Position = { x: 50, y: 150 }
export const DEFAULT_DESTINATION: Position = { x: 450, y: 150 }

/** Of transformation number i, counted from 0 (spec §3). */
export const defaultTransformation = (index: number): Position => ({ x: 250, y: 50 + 100 * index })

/** The stored place of every node that has one, the default of every other; nodes that are gone are left out. */
export const positionsOf = ({ config }: Flow, stored: StoredPositions): Positions => ({
  source: stored.source ?? DEFAULT_SOURCE,
  destination: stored.destination ?? DEFAULT_DESTINATION,
  transformations: Object.fromEntries(
    config.transformations.map(({ id }, index) => [id, stored.transformations?.[id] ?? defaultTransformation(index)]),
  ),
})

/** Only the places that are not the default ones: steps that nobody placed make room when one is put between them. */
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
