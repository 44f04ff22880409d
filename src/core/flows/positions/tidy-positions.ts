import type { Flow } from '../flow.ts'
import { DEFAULT_SOURCE, type Positions } from './positions.ts'

/** Pixels from one node to the next: its width and room for the line between them. */
const STRIDE = 248

/** All nodes in one row, in the order of the rows' path. */
export function tidyPositions({ config: { transformations } }: Flow): Positions {
  const at = (place: number) => ({ x: DEFAULT_SOURCE.x + place * STRIDE, y: DEFAULT_SOURCE.y })
  return {
    source: at(0),
    destination: at(transformations.length + 1),
    transformations: Object.fromEntries(transformations.map(({ id }, index) => [id, at(index + 1)])),
  }
}
