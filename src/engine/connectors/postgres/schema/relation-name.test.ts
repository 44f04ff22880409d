import fc from 'fast-check'
import { expect, it } from 'vitest'

import { TRIES_ALL } from '../../../../../test/support/samples.ts'
import { entityName, internalName, parseRelationName } from './relation-name.ts'

it('gives every pair of names one spelling, and reads it back', () => {
  const name = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.string({ unit: fc.constantFrom('.', '"', 'a', ' '), minLength: 1 }),
  )
  fc.assert(
    fc.property(name, name, (schema, table) => {
      expect(parseRelationName(entityName({ schema, name: table }))).toEqual({ schema, name: table })
    }),
    { numRuns: TRIES_ALL ? 20_000 : 2_000 },
  )
})

it.each([
  ['public.orders', 'public', 'orders'],
  ['orders', 'public', 'orders'],
  ['Sales Team.Orders 2024', 'Sales Team', 'Orders 2024'],
  ['public."a.b"', 'public', 'a.b'],
  ['a.b.c', 'public', 'a.b.c'],
])('reads %s as table %s . %s', (entity, schema, name) => {
  expect(parseRelationName(entity)).toEqual({ schema, name })
})

it('makes short names that differ when any word differs', () => {
  expect(Buffer.byteLength(internalName('x'.repeat(500)))).toBeLessThan(63)
  expect(internalName('a', 'bc')).not.toBe(internalName('ab', 'c'))
  expect(internalName('a', 'b')).toBe(internalName('a', 'b'))
})
