import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { cellOfText } from './cell-of-text.ts'

describe('a decimal', () => {
  it('is a number where the number has every digit of it, and else the text that it is', () => {
    const decimal = fc
      .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.integer({ min: 0, max: 24 }))
      .map(([isNegative, digits, scale]) => {
        const all = String(digits).padStart(scale + 1, '0')
        const text = scale === 0 ? all : `${all.slice(0, -scale)}.${all.slice(-scale)}`
        return isNegative && digits > 0n ? `-${text}` : text
      })
    fc.assert(
      fc.property(decimal, (text) => {
        const cell = cellOfText(text, { kind: 'decimal' })
        if (typeof cell === 'number') expect(exactly(cell)).toBe(withoutZeros(text))
        else expect(cell).toBe(text)
      }),
    )
  })
})

describe('an integer', () => {
  it('is a number as far as a double tells it from its neighbours', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n }), (value) => {
        const cell = cellOfText(String(value), { kind: 'integer', bits: 64 })
        expect(typeof cell === 'number' ? BigInt(cell) : cell).toBe(typeof cell === 'number' ? value : String(value))
      }),
    )
  })
})

describe('a text', () => {
  it('is itself, whatever it looks like', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(cellOfText(text, { kind: 'text' })).toBe(text)
      }),
    )
  })
})

/** The digits of a double's shortest text, without an exponent. */
function exactly(value: number): string {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const shift = Number(exponent)
  const digits = whole + fraction
  const point = whole.length + shift
  const text =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits.padEnd(point, '0')
        : `${digits.slice(0, point)}.${digits.slice(point)}`
  return withoutZeros(`${value < 0 ? '-' : ''}${text}`)
}

const withoutZeros = (text: string): string => {
  const trimmed = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return trimmed.replace(/^(-?)0+(?=\d)/, '$1')
}
