import type { FlowConfig } from '../flow.ts'
import { hasOtherTables, lanesOf } from './flow-paths.ts'
import { DEFAULT_SOURCE, type Position, type Positions } from './positions.ts'

/** Where the next step is: on narrow windows below. */
export type Direction = 'right' | 'down'

/** Pixels from one node to the next, and from one lane to the next. */
export const STRIDE = { right: 248, down: 140 }
const LANES = { right: 140, down: 224 }

/** An end is higher than a step, as it shows the last run. */
const MORE_BELOW_SOURCE = 40

/**
 * All nodes in the order of the rows' path. The steps for one table are in a lane of their own, and lanes are side by side; a step for all
 * tables comes after every step before it.
 */
export function layOutFlow({ config }: { readonly config: FlowConfig }, direction: Direction): Positions {
  const lanes = lanesOf(config)
  const first = hasOtherTables(config) ? 1 : 0
  const laneAt = new Map(lanes.map((lane, at) => [lane, at + first]))
  const reached = new Map<string, number>()
  let shared = 0
  const places = config.transformations.map(({ id, stream }): readonly [string, Position] => {
    const at = stream === undefined ? Math.max(shared, ...reached.values()) + 1 : (reached.get(stream) ?? shared) + 1
    if (stream === undefined) {
      shared = at
      reached.clear()
    } else reached.set(stream, at)
    return [id, placeAt(at, stream === undefined ? 0 : (laneAt.get(stream) ?? 0), direction)]
  })
  return {
    source: DEFAULT_SOURCE,
    destination: placeAt(Math.max(shared, ...reached.values()) + 1, 0, direction),
    transformations: Object.fromEntries(places),
  }
}

const placeAt = (at: number, lane: number, direction: Direction): Position => {
  const { x, y } = DEFAULT_SOURCE
  if (direction === 'right') return { x: x + at * STRIDE.right, y: y + lane * LANES.right }
  return { x: x + lane * LANES.down, y: y + at * STRIDE.down + (at > 0 ? MORE_BELOW_SOURCE : 0) }
}
