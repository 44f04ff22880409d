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

/** The room of a node on the canvas, in pixels. */
const NODE = { width: 192, height: 90 }

/** From one step to the next, as their defaults are. */
const STEP_DOWN = 100

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

/**
 * Puts new steps whose default place a moved node has taken below it, once: no other change of the flow moves them, or any other step.
 * @param before the flow without them
 */
export function withRoomForNew(flow: Flow, stored: StoredPositions, before: Flow): StoredPositions {
  const { transformations } = positionsOf(flow, stored)
  const own = stored.transformations ?? {}
  const isNew = ([id]: [string, Position]) => !before.config.transformations.some((step) => step.id === id)
  const others = Object.entries(transformations).filter((entry) => !isNew(entry))
  const taken = [stored.source, stored.destination, ...Object.values(own), ...others.map(([, place]) => place)]
  const free = ({ x, y }: Position): Position => {
    const isTaken = taken.some(
      (other) => other && Math.abs(other.x - x) < NODE.width && Math.abs(other.y - y) < NODE.height,
    )
    if (isTaken) return free({ x, y: y + STEP_DOWN })
    taken.push({ x, y })
    return { x, y }
  }
  const put = Object.entries(transformations)
    .filter(isNew)
    .flatMap(([id, usual]) => {
      const place = free(usual)
      return place.y === usual.y ? [] : [[id, place] as const]
    })
  return put.length === 0 ? stored : { ...stored, transformations: { ...own, ...Object.fromEntries(put) } }
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
