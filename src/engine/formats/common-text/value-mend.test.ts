import { describe, expect, it } from 'vitest'

import { mendsFor, mendValue } from './value-mend.ts'

describe('a value that a column does not accept', () => {
  it.each([
    ['1.005', 2, '1.01'],
    ['-1.005', 2, '-1.01'],
    ['9.999', 2, '10.00'],
    ['0.004', 2, '0.00'],
    ['-0.004', 2, '0.00'],
    ['0.5', 0, '1'],
    ['-0.5', 0, '-1'],
    ['12', 2, '12'],
    ['12345678901234567890.449', 1, '12345678901234567890.4'],
    ['1e400', 2, '1e400'],
    ['many', 0, 'many'],
  ])('%s is rounded to %i decimals, half away from zero, with all its digits: %s', (text, digits, rounded) => {
    expect(mendValue(text, { kind: 'round', digits })).toBe(rounded)
  })

  it('is cut between characters, and never within one', () => {
    expect(mendValue('näh🙂e', { kind: 'cut', characters: 4 })).toBe('näh🙂')
  })

  it('is emptied', () => {
    expect(mendValue('x', { kind: 'empty' })).toBe(null)
  })

  it.each([
    [{ kind: 'decimal', precision: 5, scale: 2 }, true, [{ kind: 'round', digits: 2 }, { kind: 'empty' }]],
    [{ kind: 'decimal' }, true, [{ kind: 'empty' }]],
    [{ kind: 'integer', bits: 16 }, false, [{ kind: 'round', digits: 0 }]],
    [{ kind: 'text', length: 5 }, false, [{ kind: 'cut', characters: 5 }]],
    [{ kind: 'date' }, false, []],
  ] as const)('may be changed as its column allows: %o, nullable %s', (value, nullable, mends) => {
    expect(mendsFor(value, nullable)).toEqual(mends)
  })
})
