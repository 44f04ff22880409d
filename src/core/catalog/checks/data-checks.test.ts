import { expect, it } from 'vitest'
import { columnsOfCheck, isKnownCheck } from './data-checks.ts'

it('a check names the columns that it needs; a query names its own', () => {
  expect(columnsOfCheck({ id: 'a', type: 'unique', columns: ['x', 'y'] })).toEqual(['x', 'y'])
  expect(columnsOfCheck({ id: 'a', type: 'freshness', column: 'at', hours: 1 })).toEqual(['at'])
  expect(columnsOfCheck({ id: 'a', type: 'sql', query: 'SELECT 1' })).toEqual([])
  expect(columnsOfCheck({ id: 'a', type: 'row_count', percent: 1 })).toEqual([])
})

it('a check of a newer server is known as such', () => {
  expect(isKnownCheck({ id: 'a', type: 'moon_phase' })).toBe(false)
  expect(isKnownCheck({ id: 'a', type: 'not_null', columns: ['x'] })).toBe(true)
})
