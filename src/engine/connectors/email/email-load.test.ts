import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { csvHeader, csvLine } from './email-load.ts'

const TEXT = { kind: 'text' } as const

describe('a line of CSV', () => {
  it('tells nothing from the empty text, and quotes what it must', () => {
    expect(csvLine([null, '', 'a', 'a,b', '"', 'a\nb'], [TEXT, TEXT, TEXT, TEXT, TEXT, TEXT])).toBe(
      `,"",a,"a,b","""","a\nb"\r\n`,
    )
  })

  it('holds no formula, in names neither', () => {
    expect(csvHeader(['=1+1', 'a'])).toBe("'=1+1,a\r\n")
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        expect(csvLine([text], [TEXT])).not.toMatch(/^"?[=+\-@\t\r\n\0]/)
      }),
    )
  })

  it('leaves numbers and dates as they are', () => {
    expect(
      csvLine(['-5', '-0.5', '-infinity'], [{ kind: 'integer', bits: 64 }, { kind: 'decimal' }, { kind: 'date' }]),
    ).toBe('-5,-0.5,-infinity\r\n')
  })
})
