import { describe, expect, it } from 'vitest'

import type { ValueType } from '../../ports/value-type.ts'
import { overlapStart } from './overlap.ts'

const TIME: ValueType = { kind: 'timestamp', precision: 6, zoned: true }

describe('an incremental run reads again', () => {
  it.each<[ValueType, string, string]>([
    [TIME, '2024-03-31 02:05:00.123456+00', '2024-03-31 01:55:00.123456+00'],
    [TIME, '2024-01-01 00:00:00+00', '2023-12-31 23:50:00+00'],
    [{ ...TIME, zoned: false }, '2024-03-01 00:05:00.000001', '2024-02-29 23:55:00.000001'],
    [{ kind: 'date' }, '2024-03-01', '2024-02-29'],
    [{ kind: 'integer', bits: 64 }, '9223372036854775807', '9223372036854765807'],
    [{ kind: 'text' }, 'last', 'last'],
    [TIME, 'infinity', 'infinity'],
    [TIME, '0044-03-15 00:00:00+00 BC', '0044-03-15 00:00:00+00 BC'],
  ])('%j: after %s from %s on', (value, highWaterMark, start) => {
    expect(overlapStart(value, highWaterMark)).toBe(start)
  })
})
