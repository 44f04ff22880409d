import { expect, it } from 'vitest'

import { nearestName } from './nearest-name.ts'

it('finds the name that was mistyped, and none where no name is alike', () => {
  expect(nearestName('custmer', ['orders', 'customer'])).toBe('customer')
  expect(nearestName('people', ['orders', 'customer'])).toBeUndefined()
})

it('takes no two tables for alike because they have one schema', () => {
  expect(nearestName('sales.v_open', ['sales.people', 'sales.orders'])).toBeUndefined()
  expect(nearestName('sales.ordes', ['sales.people', 'sales.orders'])).toBe('sales.orders')
})

it('finds a table that has moved into a schema with a similar name', () => {
  expect(nearestName('sale.orders', ['sales.orders'])).toBe('sales.orders')
})
