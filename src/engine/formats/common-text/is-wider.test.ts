import { expect, it } from 'vitest'
import type { ValueType } from '../../ports/value-type.ts'
import { holdingBoth, isWider } from './is-wider.ts'

const integer = (bits: number, unsigned = false): ValueType => ({ kind: 'integer', bits, unsigned })
const decimal = (precision: number, scale: number): ValueType => ({ kind: 'decimal', precision, scale })
const text = (length?: number): ValueType => ({ kind: 'text', ...(length !== undefined && { length }) })

it.each<[string, ValueType, ValueType]>([
  ['int4 to int8', integer(64), integer(32)],
  ['unsigned 32 bits to signed 64', integer(64), integer(32, true)],
  ['an integer to a decimal with room for its digits', decimal(10, 0), integer(32)],
  ['a decimal to one with more digits', decimal(12, 2), decimal(10, 2)],
  ['a decimal to one without limits', { kind: 'decimal' }, decimal(10, 2)],
  ['a text to a longer one', text(9), text(5)],
  ['a text to one without limits', text(), text(5)],
])('a column goes from %s without losing anything', (_, next, own) => {
  expect(isWider(next, own)).toBe(true)
  expect(isWider(own, next)).toBe(false)
})

it.each<[string, ValueType, ValueType]>([
  ['to itself', integer(32), integer(32)],
  ['from signed to unsigned', integer(64, true), integer(32)],
  ['from an integer to a decimal that is too small', decimal(9, 0), integer(32)],
  ['to a decimal with more behind the point and less before it', decimal(10, 4), decimal(10, 2)],
  ['between floats', { kind: 'float', bits: 64 }, { kind: 'float', bits: 32 }],
  ['to another kind', text(), integer(32)],
])('a column does not become wider %s', (_, next, own) => {
  expect(isWider(next, own)).toBe(false)
})

it.each<[string, ValueType, ValueType, ValueType]>([
  ['more digits behind the point, and fewer before it', decimal(9, 3), decimal(9, 1), decimal(11, 3)],
  ['more digits before the point, and fewer behind it', decimal(9, 1), decimal(9, 3), decimal(11, 3)],
  ['more digits on both sides', decimal(12, 4), decimal(9, 1), decimal(12, 4)],
  ['fewer digits', decimal(5, 1), decimal(9, 3), decimal(5, 1)],
  ['another kind', text(5), decimal(9, 1), text(5)],
  ['a sign where there is none', integer(32), integer(32, true), { kind: 'integer', bits: 64 }],
  ['no sign and larger ones', integer(32, true), integer(16), { kind: 'integer', bits: 64 }],
  ['a sign where there is none, of the largest size', integer(64), integer(64, true), decimal(20, 0)],
])('for values with %s a column gets room for both', (_, next, own, both) => {
  expect(holdingBoth(next, own)).toEqual(both)
})
