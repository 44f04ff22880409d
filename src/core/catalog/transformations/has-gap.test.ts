import fc from 'fast-check'
import { expect, it } from 'vitest'

import { hasGap } from './has-gap.ts'

it('finds a ? outside of texts, names and comments', () => {
  expect(['a = ?', "a = '?' and b = ?", '-- ?\n ?', '/* ? */ ?', '$a$ ? $b$ ?', "''?", '/* ?'].map(hasGap)).toEqual(
    Array(7).fill(true),
  )
  expect(["a = '?'", '"?" = 1', '-- ?', '/* ? */', '$a$ ? $a$', '$$ ? $$', "'?", 'a'].map(hasGap)).toEqual(
    Array(8).fill(false),
  )
})

it('is what one expression says that looks for the end of each anew', () => {
  const inOne = (sql: string) =>
    sql.replace(/'[^']*('|$)|"[^"]*("|$)|\$(\w*)\$[\s\S]*?\$\3\$|--.*|\/\*[\s\S]*?\*\//g, '').includes('?')
  const parts = fc.constantFrom("'", '"', '?', '$', 'a', '--', '/*', '*/', '\n', ' ')
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (texts) => {
      const sql = texts.join('')
      expect([sql, hasGap(sql)]).toEqual([sql, inOne(sql)])
    }),
    { numRuns: 5_000 },
  )
})

it.each(['/*', '$$', '$', "'", '--'])('looks through a long text of %s as fast as through any other', (sign) => {
  const begun = performance.now()
  hasGap(sign.repeat(100_000))
  hasGap(Array.from({ length: 40_000 }, (_, n) => sign + n).join(''))
  expect(performance.now() - begun).toBeLessThan(5_000)
})
