import { expect, it } from 'vitest'

import { gapsBetween } from './gaps-between.ts'

const range = (first: number, end: number) => ({ first: BigInt(first), end: BigInt(end) })
const whole = range(0, 100)

it.each([
  ['nothing is finished', [], [whole]],
  ['all is finished', [whole], []],
  ['the middle is finished', [range(20, 30)], [range(0, 20), range(30, 100)]],
  ['both ends are finished', [range(90, 100), range(0, 10)], [range(10, 90)]],
  ['ranges touch each other', [range(10, 20), range(20, 30)], [range(0, 10), range(30, 100)]],
  ['ranges reach beyond the table', [range(-10, 10), range(90, 110)], [range(10, 90)]],
  ['ranges are outside of the table', [range(-10, 0), range(100, 110)], [whole]],
])('finds the gaps where %s', (_, others, gaps) => {
  expect(gapsBetween(whole, others)).toEqual(gaps)
})
