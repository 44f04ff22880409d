import { expect, it } from 'vitest'

import { rateHistory } from './rate-history.ts'

it('tells the speed of a run between the moments that the server has kept, up to now', () => {
  const moments = [
    { ms: 0, rowsRead: 0 },
    { ms: 1_000, rowsRead: 500 },
    { ms: 3_000, rowsRead: 700 },
  ]

  expect(rateHistory(moments, 60_000)).toEqual([
    { at: 58_000, rate: 500 },
    { at: 60_000, rate: 100 },
  ])
})

it('has no speed before the second moment', () => {
  expect(rateHistory([], 5)).toEqual([])
  expect(rateHistory([{ ms: 0, rowsRead: 0 }], 5)).toEqual([])
})
