import type { Point } from '@dagrejs/dagre'

import { CARD_WIDTH } from './card-size.ts'

/** A line through its bends. It is level beside boxes, so that it does not cut their corners. */
export function linePath(start: Point, bends: readonly Point[], end: Point): string {
  const forward = end.x >= start.x ? 1 : -1
  const level = (forward * CARD_WIDTH) / 2
  const points = bends.flatMap(({ x, y }, at) =>
    // Every second bend is between two columns.
    at % 2 === 0
      ? [{ x, y }]
      : [
          { x: x - level, y },
          { x: x + level, y },
        ],
  )
  const kept = points.length === 1 ? [] : points
  let [path, last] = [`M ${start.x} ${start.y}`, start]
  for (const point of [...kept, end]) {
    const middle = (last.x + point.x) / 2
    path +=
      last.y === point.y
        ? ` L ${point.x} ${point.y}`
        : ` C ${middle} ${last.y} ${middle} ${point.y} ${point.x} ${point.y}`
    last = point
  }
  return path
}
