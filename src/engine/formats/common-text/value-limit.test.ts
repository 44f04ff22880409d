import { expect, it } from 'vitest'

import { says } from '../../../../test/support/says.ts'
import type { ValueType } from '../../ports/value-type.ts'
import { limitOf } from './value-limit.ts'

const STRICT = { takesSpecialValues: false, takesNul: false }

it.each<[ValueType, readonly string[], readonly string[]]>([
  [{ kind: 'integer', bits: 16 }, ['-32768', '32767', '7.0', 't'], ['32768', '-32769', '1.5', 'x', '']],
  [{ kind: 'integer', bits: 64, unsigned: true }, ['0', '18446744073709551615'], ['-1', '18446744073709551616']],
  [
    { kind: 'decimal', precision: 5, scale: 2 },
    ['999.99', '-0.5', '0.00', '000123.4500', '0'],
    ['1000', '1.234', 'NaN', 'x'],
  ],
  [{ kind: 'decimal' }, ['123456789012345678901234567890.5'], ['x', 'Infinity']],
  [{ kind: 'float', bits: 32 }, ['1e38', '-0.1'], ['1e39', 'x', 'NaN']],
  [{ kind: 'boolean' }, ['t', 'f', '1'], ['2', 'yes']],
  [{ kind: 'date' }, ['2024-02-29'], ['2023-02-29', '0000-00-00', '2024-00-15', 'infinity', '0044-03-15 BC']],
  [{ kind: 'timestamp', precision: 6, zoned: true }, ['2024-12-31 23:59:59.5+00'], ['2024-13-01 00:00:00+00']],
  [{ kind: 'uuid' }, ['00000000-0000-4000-8000-000000000000'], ['0']],
  [{ kind: 'json' }, ['{"a":1}', 'null'], ['{a:1}', '']],
  [{ kind: 'text', length: 3 }, ['abc', '👍👍👍'], ['abcd', 'a\0']],
  [{ kind: 'bytes', length: 2 }, ['\\x00ff'], ['\\x00ff00']],
])('a column of %o takes %o and refuses %o', (value, held, refused) => {
  const limit = limitOf(value, STRICT)
  expect(held.map((text) => [text, limit(text)])).toEqual(held.map((text) => [text, undefined]))
  for (const text of refused) expect([text, limit(text)]).toEqual([text, says(expect.any(String))])
})

it('takes what is special where the system knows it', () => {
  const lenient = { takesSpecialValues: true, takesNul: true }
  expect(limitOf({ kind: 'float', bits: 64 }, lenient)('NaN')).toBeUndefined()
  expect(limitOf({ kind: 'date' }, lenient)('infinity')).toBeUndefined()
  expect(limitOf({ kind: 'text' }, lenient)('a\0')).toBeUndefined()
})

it('never quotes the value', () => {
  expect(limitOf({ kind: 'integer', bits: 16 }, STRICT)('4111111111111111')).toEqual(
    says(expect.not.stringContaining('4111')),
  )
})
