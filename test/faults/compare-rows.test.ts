import { expect, it } from 'vitest'

import { areEqual, compareRows } from './compare-rows.ts'

it('finds rows that are missing, there twice, or of nobody, and minds no order', () => {
  expect(areEqual(compareRows(['b', 'a', 'a'], ['a', 'b', 'a']))).toBe(true)
  expect(compareRows(['a', 'a', 'x'], ['a', 'b'])).toEqual({ lost: 1, duplicated: 1, foreign: 1 })
})
