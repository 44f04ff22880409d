import { expect, it } from 'vitest'

import { KeptPace } from './kept-pace.ts'

it('keeps the rows of a run about every second, from its beginning', () => {
  const pace = new KeptPace()
  for (let ms = 0; ms <= 3_000; ms += 100) pace.note(50_000 + ms, ms * 10)

  expect(pace.take()).toEqual([
    [0, 0],
    [1_000, 10_000],
    [2_000, 20_000],
    [3_000, 30_000],
  ])
  expect(pace.take()).toBeUndefined()
})

it('keeps fewer moments of a long run, and never more than can be drawn', () => {
  const pace = new KeptPace()
  for (let second = 0; second <= 3_600; second++) pace.note(second * 1_000, second)
  const samples = pace.take() ?? []

  expect(samples.length).toBeLessThan(121)
  expect(samples.length).toBeGreaterThan(50)
  expect(samples[0]).toEqual([0, 0])
  expect(samples.at(-1)?.[0]).toBeGreaterThan(3_500_000)
})
