import { expect, it } from 'vitest'
import type { ValueType } from '../../ports/value-type.ts'
import { isSameValue } from './same-value.ts'

const DECIMAL: ValueType = { kind: 'decimal' }
const TIMESTAMP: ValueType = { kind: 'timestamp', precision: 6, zoned: true }

it.each<[string | null, string | null, ValueType, boolean]>([
  ['1.50', '1.5', DECIMAL, true],
  ['10', '10.00', DECIMAL, true],
  ['100', '10', DECIMAL, false],
  ['1.5', '1.51', DECIMAL, false],
  ['t', '1', { kind: 'boolean' }, true],
  ['t', '0', { kind: 'boolean' }, false],
  ['1e2', '100', { kind: 'float', bits: 64 }, true],
  ['2024-01-01 10:00:00+00', '2024-01-01 10:00:00.000000+00', TIMESTAMP, true],
  ['2024-01-01 10:00:00.1+00', '2024-01-01 10:00:00.100+00', TIMESTAMP, true],
  ['2024-01-01 10:00:00.1+00', '2024-01-01 10:00:00.01+00', TIMESTAMP, false],
  ['2024-01-01', '2024-01-01 00:00:00.000', TIMESTAMP, true],
  ['2024-01-01', '2024-01-01 00:00:01', { kind: 'date' }, false],
  ['2024-01-01 10:00:10', '2024-01-01 10:00:1', TIMESTAMP, false],
  ['{"b":1,"a":[2, 3]}', '{"a": [2,3], "b": 1}', { kind: 'json' }, true],
  ['[1,2]', '[2,1]', { kind: 'json' }, false],
  ['{"a":9007199254740993}', '{"a":9007199254740992}', { kind: 'json' }, false],
  ['0.10000000000000000001', '0.1', { kind: 'json' }, false],
  ['[1.50, 100, -0, 1e-2]', '[1.5, 1E+2, 0.0, 0.010]', { kind: 'json' }, true],
  ['[-1]', '[1]', { kind: 'json' }, false],
  ['["1"]', '[1]', { kind: 'json' }, false],
  ['A', 'a', { kind: 'text' }, false],
  ['', null, { kind: 'text' }, false],
  [null, null, { kind: 'text' }, true],
])('%s and %s are one value or two', (one, other, type, isSame) => {
  expect(isSameValue(one, other, type)).toBe(isSame)
})
