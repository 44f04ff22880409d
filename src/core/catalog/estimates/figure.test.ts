import { expect, it } from 'vitest'

import { atMost, counted, estimated, roughly, sumOf, UNKNOWN, withAmount } from './figure.ts'

it('adds figures, and is as sure as the least sure of them', () => {
  expect(sumOf([])).toEqual(counted(0))
  expect(sumOf([counted(1), counted(2)])).toEqual(counted(3))
  expect(sumOf([counted(1), estimated(2)])).toEqual(estimated(3))
  expect(sumOf([counted(1), estimated(2, 'most')])).toEqual(estimated(3, 'most'))
})

it('is a lower limit without a part that nobody knows, and nothing without all of them', () => {
  expect(sumOf([counted(1), UNKNOWN])).toEqual(estimated(1, 'least'))
  expect(sumOf([UNKNOWN, UNKNOWN])).toEqual(UNKNOWN)
  expect(sumOf([estimated(2, 'most'), UNKNOWN])).toEqual(UNKNOWN)
  expect(sumOf([estimated(2, 'most'), estimated(2, 'least')])).toEqual(UNKNOWN)
})

it('is changed only if it is known', () => {
  const half = (amount: number) => amount / 2
  expect(withAmount(estimated(4, 'most'), half)).toEqual(estimated(2, 'most'))
  expect(withAmount(UNKNOWN, half)).toEqual(UNKNOWN)
  expect(roughly(counted(4))).toEqual(estimated(4))
  expect(roughly(UNKNOWN)).toEqual(UNKNOWN)
})

it('is an upper limit when some may be left out', () => {
  expect(atMost(counted(4))).toEqual(estimated(4, 'most'))
  expect(atMost(UNKNOWN)).toEqual(UNKNOWN)
  expect(atMost(estimated(4, 'least'))).toEqual(UNKNOWN)
})
