import type { Position, Positions } from '../../../../core/flows/positions/positions.ts'
import { NODE_SIZE } from './canvas-nodes.ts'

export type Bounds = ReturnType<typeof boundsOf>

export const placesOf = ({ source, destination, transformations }: Positions): readonly Position[] => [
  source,
  destination,
  ...Object.values(transformations),
]

/** The area of all nodes on the canvas. */
export function boundsOf(positions: Positions) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of placesOf(positions)) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { left, top, right: right + NODE_SIZE.width, bottom: bottom + NODE_SIZE.height }
}
