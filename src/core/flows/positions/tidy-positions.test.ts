import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { tidyPositions } from './tidy-positions.ts'

/** As wide as a node on the canvas. */
const NODE_WIDTH = 192

it('puts 200 nodes from left to right in the order of the path, in one row, and none over another', () => {
  const transformations = Array.from(
    { length: 198 },
    (_, at) => ({ id: `s${at}`, type: 'limit', settings: {} }) as const,
  )
  const {
    source,
    destination,
    transformations: steps,
  } = tidyPositions(aFlow({ config: { streams: [], transformations } }))

  const row = [source, ...transformations.map(({ id }) => steps[id] ?? { x: Number.NaN, y: 0 }), destination]
  expect(new Set(row.map(({ y }) => y)).size).toBe(1)
  expect(row.slice(1).every(({ x }, at) => x >= (row[at]?.x ?? 0) + NODE_WIDTH)).toBe(true)
})
