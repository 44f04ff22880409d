import fc from 'fast-check'
import { expect, it } from 'vitest'

import { type BinaryType, binaryRows } from '../../../formats/binary-rows/binary-rows.ts'
import type { ValueType } from '../../../ports/value-type.ts'
import { binaryFields } from './binary-field.ts'
import { BinaryRowWriter } from './binary-row-writer.ts'
import { ZeroDates } from './zero-dates.ts'

const BEFORE_ROWS = 5 + 19
const TRAILER = 2

const columnOf = (value: ValueType) => ({ name: 'v', type: '', value, nullable: true })

function fieldsFor(value: ValueType, target: BinaryType) {
  const [format = ''] = binaryRows([target])
  return binaryFields([columnOf(value)], format)
}

interface Wire {
  readonly type: number
  readonly isUnsigned?: boolean
}

/** What Postgres receives for one value: the bytes after its length. */
function written(value: ValueType, target: BinaryType, wire: Wire, sent: Uint8Array): Buffer {
  const writer = new BinaryRowWriter(fieldsFor(value, target) ?? [], new ZeroDates('fail'))
  writer.expect({ isUnsigned: false, ...wire })
  const row = Buffer.concat([Buffer.from([0, 0]), sent])
  writer.makeRoom(0, row.length)
  writer.add(row, 0, row.length)
  const { frames, rows } = writer.finish()
  expect(rows).toBe(1)
  expect(frames.readInt16BE(BEFORE_ROWS)).toBe(1)
  const result = frames.subarray(BEFORE_ROWS + 6, frames.length - TRAILER)
  expect(frames.readInt32BE(BEFORE_ROWS + 2)).toBe(result.length)
  return result
}

const withLength = (bytes: Uint8Array) => Buffer.concat([Buffer.of(bytes.length), bytes])

const little = (value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(BigInt.asIntN(64, value))
  return bytes
}

/** A `numeric` as Postgres would show it. */
function shownNumeric(bytes: Buffer): string {
  const groups = Array.from({ length: bytes.readInt16BE(0) }, (_, n) => bytes.readInt16BE(8 + 2 * n))
  const weight = bytes.readInt16BE(2)
  const scale = bytes.readInt16BE(6)
  const digits = groups.map((group) => String(group).padStart(4, '0')).join('')
  const whole = digits.slice(0, (weight + 1) * 4).replace(/^0+/, '') || '0'
  const fraction = digits.slice((weight + 1) * 4).slice(0, scale)
  return `${bytes.readUInt16BE(4) === 0x4000 ? '-' : ''}${whole}${scale > 0 ? `.${fraction}` : ''}`
}

it('writes every integer as the same number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }), (value) => {
      const sent = little(value)
      expect(written({ kind: 'integer', bits: 64 }, 'bigint', { type: 8 }, sent).readBigInt64BE()).toBe(value)
      expect(shownNumeric(written({ kind: 'integer', bits: 64 }, 'numeric', { type: 8 }, sent))).toBe(String(value))
    }),
  )
})

it('keeps the sign of a smaller integer, and takes none where there is none', () => {
  fc.assert(
    fc.property(fc.integer({ min: -128, max: 127 }), (value) => {
      const sent = Buffer.of(value & 0xff)
      expect(written({ kind: 'integer', bits: 8 }, 'integer', { type: 1 }, sent).readInt32BE()).toBe(value)
      const unsigned = { kind: 'integer', bits: 8, unsigned: true } as const
      expect(written(unsigned, 'smallint', { type: 1, isUnsigned: true }, sent).readInt16BE()).toBe(value & 0xff)
    }),
  )
})

it('writes the largest unsigned integers, for which Postgres has no type but numeric', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), (value) => {
      const unsigned = { kind: 'integer', bits: 64, unsigned: true } as const
      const sent = little(value)
      expect(shownNumeric(written(unsigned, 'numeric', { type: 8, isUnsigned: true }, sent))).toBe(String(value))
    }),
  )
})

it('writes every decimal digit by digit', () => {
  const digits = (limit: number) => fc.stringMatching(new RegExp(`^[0-9]{0,${limit}}$`))
  fc.assert(
    fc.property(fc.boolean(), digits(35), digits(30), (isNegative, whole, fraction) => {
      const plain = `${whole.replace(/^0+/, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`
      const value = isNegative && /[1-9]/.test(plain) ? `-${plain}` : plain
      const sent = withLength(Buffer.from(value))
      expect(shownNumeric(written({ kind: 'decimal', precision: 65, scale: 30 }, 'numeric', { type: 246 }, sent))).toBe(
        value,
      )
    }),
  )
})

it('writes every moment to the microsecond, and every day', () => {
  const from = Date.UTC(2000, 0, 1)
  const dates = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(dates, fc.integer({ min: 0, max: 999 }), (date, microseconds) => {
      const sent = Buffer.alloc(12)
      sent[0] = 11
      sent.writeUInt16LE(date.getUTCFullYear(), 1)
      sent.set([date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes()], 3)
      sent[7] = date.getUTCSeconds()
      sent.writeUInt32LE(date.getUTCMilliseconds() * 1000 + microseconds, 8)
      const moment = { kind: 'timestamp', precision: 6, zoned: true } as const
      const value = written(moment, 'timestamp with time zone', { type: 7 }, sent).readBigInt64BE()
      expect(value).toBe(BigInt(date.getTime() - from) * 1000n + BigInt(microseconds))
      const day = written({ kind: 'date' }, 'date', { type: 10 }, Buffer.concat([Buffer.of(4), sent.subarray(1, 5)]))
      expect(day.readInt32BE()).toBe(Math.floor((date.getTime() - from) / 86_400_000))
    }),
  )
})

it.each([
  ['2023-02-29', [0xe7, 7, 2, 29]],
  ['2100-02-29', [0x34, 8, 2, 29]],
  ['2024-04-31', [0xe8, 7, 4, 31]],
  ['0000-03-01', [0, 0, 3, 1]],
  ['0000-00-00', []],
])('refuses %s, a day that no calendar has, by row and column', (shown, sent) => {
  expect(() => written({ kind: 'date' }, 'date', { type: 10 }, withLength(Buffer.from(sent)))).toThrow(
    `Row 1, column "v": ${shown} is not a valid calendar date`,
  )
})

it('takes numbers for truth values only where they are 0 or 1', () => {
  const tiny = { kind: 'integer', bits: 8 } as const
  expect([...written(tiny, 'boolean', { type: 1 }, Buffer.of(1))]).toEqual([1])
  expect(() => written(tiny, 'boolean', { type: 1 }, Buffer.of(2))).toThrow('Row 1, column "v"')
  expect(() => written(tiny, 'boolean', { type: 2 }, Buffer.of(1, 1))).toThrow('Row 1, column "v"')
})

it('hands on every row once and none in part, however many there are', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.string({ maxLength: 3000 })), { maxLength: 120 }), (texts) => {
      const writer = new BinaryRowWriter(fieldsFor({ kind: 'text' }, 'text') ?? [], new ZeroDates('fail'))
      writer.expect({ type: 252, isUnsigned: false })
      const handed = texts.flatMap((text) => {
        const bytes = Buffer.from(text ?? '')
        const length = bytes.length < 251 ? [bytes.length] : [0xfc, bytes.length & 0xff, bytes.length >> 8]
        const row = text === null ? Buffer.of(0, 4) : Buffer.concat([Buffer.from([0, 0, ...length]), bytes])
        const full = writer.makeRoom(0, row.length) ?? []
        writer.add(row, 0, row.length)
        return full
      })
      const all = [...handed, writer.finish()]
      expect(all.reduce((sum, { rows }) => sum + rows, 0)).toBe(texts.length)
      const stream = Buffer.concat(
        all.map(({ frames }) => {
          expect(frames.readInt32BE(1)).toBe(frames.length - 1)
          return frames.subarray(5)
        }),
      )
      const found: (string | null)[] = []
      let at = 19
      while (stream.readInt16BE(at) === 1) {
        const length = stream.readInt32BE(at + 2)
        const end = at + 6 + Math.max(length, 0)
        found.push(length < 0 ? null : stream.toString('utf8', at + 6, end))
        at = end
      }
      expect(found).toEqual(texts)
      expect(stream.length).toBe(at + TRAILER)
    }),
    { numRuns: 30 },
  )
})

it.each<[ValueType, BinaryType]>([
  [{ kind: 'float', bits: 32 }, 'double precision'],
  [{ kind: 'integer', bits: 64 }, 'integer'],
  [{ kind: 'integer', bits: 32, unsigned: true }, 'integer'],
  [{ kind: 'decimal', precision: 5, scale: 0 }, 'integer'],
  [{ kind: 'timestamp', precision: 6, zoned: false }, 'timestamp with time zone'],
])('leaves %j for a column of the type %s to text', (value, target) => {
  expect(fieldsFor(value, target)).toBeUndefined()
})

it('stops when the server sends another type than was described', () => {
  const writer = new BinaryRowWriter(fieldsFor({ kind: 'integer', bits: 32 }, 'integer') ?? [], new ZeroDates('fail'))
  expect(() => writer.expect({ type: 246, isUnsigned: false })).toThrow('The column "v" now has a different type')
})

it('writes a number that the server sends in more bytes than it has described, if it fits', () => {
  const sentAs =
    (value: bigint, isUnsigned = false) =>
    () =>
      written({ kind: 'integer', bits: 32 }, 'integer', { type: 8, isUnsigned }, little(value)).readInt32BE()
  fc.assert(
    fc.property(fc.integer(), (value) => {
      expect(sentAs(BigInt(value))()).toBe(value)
    }),
  )
  for (const value of [1n << 31n, -(1n << 31n) - 1n, 1n << 40n, 1n << 62n])
    expect(sentAs(value)).toThrow('The column "v" now has a different type')
  expect(sentAs(-1n, true)).toThrow('The column "v" now has a different type')
  expect(sentAs(7n, true)()).toBe(7)
})
