import fc from 'fast-check'
import { expect, it } from 'vitest'

import { TRIES_ALL } from '../../../../../test/support/samples.ts'
import { quoteIdentifier, quoteLiteral } from './quote-identifier.ts'

const text = fc.string({ unit: 'binary', minLength: 1 }).filter((each) => !each.includes('\0'))

/** Reads a quoted name like the server's scanner. */
const unquote = (sql: string) => /^"((?:[^"]|"")+)"$/.exec(sql)?.[1]?.replaceAll('""', '"')

it('quotes every name so that the server reads the same name and nothing more', () => {
  fc.assert(
    fc.property(
      fc.oneof(text, fc.string({ unit: fc.constantFrom('"', '\\', ';', '-', "'", 'a'), minLength: 1 })),
      (name) => {
        expect(unquote(quoteIdentifier(name))).toBe(name)
      },
    ),
    { numRuns: TRIES_ALL ? 20_000 : 2_000 },
  )
})

/** Reads a text constant like the server's scanner; `undefined` when it ends early or not at all. */
function textIn(sql: string): string | undefined {
  const plain = /^'((?:[^'\\]|'')*)'$/.exec(sql)?.[1]
  const escaped = /^E'((?:[^'\\]|\\\\|'')*)'$/.exec(sql)?.[1]
  return (plain ?? escaped?.replaceAll('\\\\', '\\'))?.replaceAll("''", "'")
}

it('quotes every text so that the server reads the same text and nothing more', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: fc.constantFrom("'", '\\', ';', '-', 'E', '\n') })), (value) => {
      expect(textIn(quoteLiteral(value))).toBe(value)
    }),
    { numRuns: 1_000 },
  )
})

it('quotes texts whatever the server makes of backslashes', () => {
  expect(quoteLiteral(`it's`)).toBe(`'it''s'`)
  expect(quoteLiteral(`\\'; drop`)).toBe(`E'\\\\''; drop'`)
})

it('refuses names and texts that cannot be', () => {
  expect(() => quoteIdentifier('')).toThrow()
  expect(() => quoteIdentifier('a\0b')).toThrow()
  expect(() => quoteLiteral('a\0b')).toThrow()
})
