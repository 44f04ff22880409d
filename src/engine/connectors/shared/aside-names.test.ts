import { expect, it } from 'vitest'

import { asideNames } from './aside-names.ts'

it('a table keeps its name with the day, then with a number', () => {
  expect(asideNames((room) => 'orders'.slice(0, 63 - room), 'before_20261130').slice(0, 2)).toEqual([
    'orders_before_20261130',
    'orders_before_20261130_2',
  ])
})

it('a long name is cut so that the server keeps the whole', () => {
  const names = asideNames((room) => 'x'.repeat(70).slice(0, 63 - room), 'before_20261130')
  expect(names.map(({ length }) => length)).toEqual(Array.from({ length: 9 }, () => 63))
  expect(new Set(names).size).toBe(9)
})
