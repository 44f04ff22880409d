import { describe, expect, it } from 'vitest'

import { plainDecimal } from './cost-rows.ts'

describe('an amount keeps its digits', () => {
  it.each([
    ['12.3400', '12.3400'],
    ['-0.5', '-0.5'],
    ['4.2E-7', '0.00000042'],
    ['-1.25e-3', '-0.00125'],
    ['1E3', '1000'],
    ['1.2345E2', '123.45'],
    ['1.2E+1', '12'],
  ])('%s is %s', (told, plain) => {
    expect(plainDecimal(told)).toBe(plain)
  })
})
