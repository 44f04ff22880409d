import { expect, it } from 'vitest'

import { RowShares } from './parallel-intake.ts'

it('names the nth row of each taker by its number among all', () => {
  const shares = new RowShares()
  for (const [taker, rows] of [
    [0, 2],
    [0, 1],
    [1, 4],
    [0, 2],
    [1, 1],
  ] as const)
    shares.add(taker, rows)
  expect([1, 3, 4, 5].map((row) => shares.numberOf(0, row))).toEqual([1, 3, 8, 9])
  expect([1, 4, 5].map((row) => shares.numberOf(1, row))).toEqual([4, 7, 10])
})
