import { expect, it } from 'vitest'

import { LaterRows } from './later-rows.ts'

it('finds the rejected rows after which a row with their key has come', () => {
  const later = new LaterRows(['v', 'area', 'id'], ['id', 'area'])
  later.comes(['1', 'a', '1'])
  later.rejected(2, ['2', 'a', '1'])
  later.comes(['3', 'b', '1'])
  later.comes(['4', 'a', '2'])
  expect(later.take()).toEqual([])
  later.comes(['5', 'a', '1'])
  later.comes(['6', 'a', '1'])
  expect(later.take()).toEqual([2])
  expect(later.take()).toEqual([])
})

it('finds all rejected rows of a key but the last', () => {
  const later = new LaterRows(['id', 'v'], ['id'])
  for (const row of [1, 2, 3]) later.rejected(row, ['7', String(row)])
  expect(later.take()).toEqual([1, 2])
})

it.each([
  ['Ä', 'a'],
  ['x ', 'X'],
  ['1.50', '1.5'],
  ['2.00', '2'],
])('takes keys for equal that any system takes for equal: %j and %j', (one, other) => {
  const later = new LaterRows(['id'], ['id'])
  later.rejected(1, [one])
  later.comes([other])
  expect(later.take()).toEqual([1])
})

it('finds nothing where nothing identifies rows', () => {
  for (const key of [[], ['missing']]) {
    const later = new LaterRows(['id'], key)
    later.rejected(1, ['1'])
    later.comes(['1'])
    expect(later.take()).toEqual([])
  }
})
