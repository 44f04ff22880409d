import { expect, it } from 'vitest'
import { TextRows } from '../../../../formats/changes/text-rows.ts'
import { asNull, oldDatetimeField, oldTimeField, refused, timestampField } from './moments.ts'
import type { WriteField } from './write-field.ts'

function shown(field: WriteField, bytes: Buffer): string {
  const rows = new TextRows()
  field(rows, bytes, 0, bytes.length)
  return rows.bytes.toString('latin1', 0, rows.length)
}

const long = (value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(value)
  return bytes
}
const int = (value: number, length: number) => {
  const bytes = Buffer.alloc(length)
  bytes.writeIntLE(value, 0, length)
  return bytes
}

it('moments of tables from before version 5.6 are read', () => {
  expect(shown(oldDatetimeField('a', asNull), long(20_240_131_235_959n))).toBe('2024-01-31 23:59:59')
  expect(shown(oldDatetimeField('a', asNull), long(0n))).toBe('\\N')
  expect(shown(timestampField(0, true, asNull), int(1_700_000_000, 4))).toBe('2023-11-14 22:13:20+00')
  expect(shown(timestampField(0, true, asNull), int(0, 4))).toBe('\\N')
  expect(shown(oldTimeField, int(-8_385_959, 3))).toBe('-838:59:59')
  expect(shown(oldTimeField, int(203, 3))).toBe('00:02:03')
})

it('a date that no calendar has is refused by name where its flow wants to hear of it', () => {
  expect(() => shown(oldDatetimeField('day', refused('day')), long(20_240_031_000_000n))).toThrow(
    'Column "day": 2024-00-31 00:00:00',
  )
  expect(() => shown(oldDatetimeField('day', asNull), long(20_240_231_000_000n))).toThrow('2024-02-31')
})
