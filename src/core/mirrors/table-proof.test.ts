import { expect, it } from 'vitest'

import { isDifferent, provenAsOf } from './table-proof.ts'

const at = (minute: number) => `2026-11-30T12:0${minute}:00.000Z`
const difference = { asOf: at(3), missing: 1, changed: 0, extra: 0 }

it('a mirror is proven as of the moment of the table that was proven first', () => {
  expect(provenAsOf([{ provenAt: at(4) }, { provenAt: at(2) }])).toBe(at(2))
  expect(provenAsOf([])).toBeUndefined()
})

it('a mirror is not proven while a table differs, or was never compared', () => {
  expect(provenAsOf([{ provenAt: at(4) }, {}])).toBeUndefined()
  expect(provenAsOf([{ provenAt: at(2), difference }])).toBeUndefined()
})

it('a difference is over when the table is proven again', () => {
  expect([{ difference }, { provenAt: at(2), difference }, { provenAt: at(4), difference }].map(isDifferent)).toEqual([
    true,
    true,
    false,
  ])
})
