import { expect, it } from 'vitest'

import { findNamed } from './find-named.ts'

const FLOWS = [
  { id: 'a1', name: 'Orders' },
  { id: 'b2', name: 'Orders at night' },
  { id: 'c3', name: 'People' },
]

it('finds by id, by name and by the beginning of one name', () => {
  expect(findNamed(FLOWS, 'b2', 'flow').name).toBe('Orders at night')
  expect(findNamed(FLOWS, 'Orders', 'flow').id).toBe('a1')
  expect(findNamed(FLOWS, 'peo', 'flow').id).toBe('c3')
})

it('says which there are when none or several are meant', () => {
  expect(() => findNamed(FLOWS, 'ord', 'flow')).toThrow('Several flows begin with "ord": "Orders", "Orders at night".')
  expect(() => findNamed(FLOWS, 'x', 'flow')).toThrow(
    'There is no flow "x". There are: "Orders", "Orders at night", "People".',
  )
})

it('asks for the id when several have the name that was typed, and takes the exact one before others', () => {
  const twins = [...FLOWS, { id: 'd4', name: 'Orders' }]
  expect(() => findNamed(twins, 'Orders', 'flow')).toThrow(
    'Several flows are named "Orders": a1, d4. Type the id of the one that you mean.',
  )
  expect(findNamed(twins, 'd4', 'flow').id).toBe('d4')
  expect(findNamed(FLOWS, 'orders', 'flow').id).toBe('a1')
})
