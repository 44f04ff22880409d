import fc from 'fast-check'
import { expect, it } from 'vitest'

import { quoteIdentifier, quoteLiteral } from './quote-identifier.ts'

const text = (special: readonly string[]) =>
  fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ unit: fc.constantFrom(...special), minLength: 1 }))

/** Reads a quoted name like the server's scanner. */
const nameIn = (sql: string) => /^`((?:[^`]|``)+)`$/.exec(sql)?.[1]?.replaceAll('``', '`')

/** Reads a text constant like the server's scanner; `undefined` when it ends early or not at all. */
function textIn(sql: string): string | undefined {
  const [, inner] = /^'((?:[^'\\]|\\[\s\S]|'')*)'$/.exec(sql) ?? []
  return inner?.replaceAll(/\\([\s\S])|''/g, (_, escaped: string | undefined) =>
    escaped === '0' ? '\0' : (escaped ?? "'"),
  )
}

it('quotes every name so that the server reads the same name and nothing more', () => {
  fc.assert(
    fc.property(text(['`', '\\', ';', '-', "'", 'a']), (name) => {
      fc.pre(!name.includes('\0'))
      expect(nameIn(quoteIdentifier(name))).toBe(name)
    }),
    { numRuns: 1_000 },
  )
})

it('quotes every text so that the server reads the same text and nothing more', () => {
  fc.assert(
    fc.property(text(["'", '\\', '\0', '0', '"', '\n', 'a']), (value) => {
      expect(textIn(quoteLiteral(value))).toBe(value)
    }),
    { numRuns: 1_000 },
  )
})

it('refuses names that cannot be', () => {
  expect(() => quoteIdentifier('')).toThrow()
  expect(() => quoteIdentifier('a\0b')).toThrow()
})
