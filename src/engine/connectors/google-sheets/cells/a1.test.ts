import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { blockRange, columnLetters, rowsRange } from './a1.ts'

describe('A1 notation', () => {
  it('names columns as a spreadsheet does, up to the last', () => {
    expect([0, 25, 26, 51, 52, 701, 702, 18_277].map(columnLetters)).toEqual([
      'A',
      'Z',
      'AA',
      'AZ',
      'BA',
      'ZZ',
      'AAA',
      'ZZZ',
    ])
  })

  it('quotes any title, so that nothing in it means something', () => {
    expect(rowsRange("It's 'A1:B2'!", 1, 5)).toBe("'It''s ''A1:B2''!'!1:5")
    expect(blockRange('T', 2, 9, 27)).toBe("'T'!A2:AA9")
    fc.assert(
      fc.property(fc.string(), (title) => {
        const [, quoted = ''] = /^'((?:[^']|'')*)'!1:1$/s.exec(rowsRange(title, 1, 1)) ?? []
        expect(quoted.replaceAll("''", "'")).toBe(title)
      }),
    )
  })
})
