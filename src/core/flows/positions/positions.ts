import { defined } from '../../catalog/defined.ts'
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

/** The stored position of every node that has one, the default of every other (spec §9); removed nodes are left out. */
export function positionsOf({ config: { transformations } }: Flow, stored: StoredPositions): Positions {
  const own = stored.transformations ?? {}
  return {
    source: stored.source ?? DEFAULT_SOURCE,
    destination: stored.destination ?? DEFAULT_DESTINATION,
    transformations: Object.fromEntries(
      transformations.map(({ id }, index) => [id, own[id] ?? defaultTransformation(index)]),
    ),
  }
}

/** Only positions that differ from the defaults: steps without an own position move when a step is inserted between them. */
export function movedOf(flow: Flow, { source, destination, transformations }: Positions): StoredPositions {
  const defaults = positionsOf(flow, {})
  const isMoved = (place: Position, usual: Position | undefined) => place.x !== usual?.x || place.y !== usual.y
  return defined({
    source: isMoved(source, defaults.source) ? source : undefined,
    destination: isMoved(destination, defaults.destination) ? destination : undefined,
    transformations: Object.fromEntries(
      Object.entries(transformations).filter(([id, place]) => isMoved(place, defaults.transformations[id])),
    ),
  })
}
