import fc from 'fast-check'
import { expect, it } from 'vitest'

import { type BinaryType, binaryRows } from '../../../formats/binary-rows/binary-rows.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { COMMON_TEXT, type ValueType } from '../../../ports/value-type.ts'
import { MalformedAnswer } from '../driver/malformed-answer.ts'
import { binaryFields } from './binary-field.ts'
import { BinaryRowWriter } from './binary-row-writer.ts'
import { fieldReading, MYSQL_TEXT } from './field-reading.ts'
import { RowWriter } from './row-writer.ts'
import { ZeroDates } from './zero-dates.ts'

interface Case {
  readonly value: ValueType
  readonly text: string | Buffer
  readonly target: BinaryType
  /** The number of the type in the protocol. */
  readonly wire: number
  readonly binary: Buffer
}

const counted = (bytes: Buffer | string) => Buffer.concat([Buffer.of(bytes.length), Buffer.from(bytes as string)])
const TIME = Buffer.of(12, 1, 2, 0, 0, 0, 3, 4, 5, 6, 0, 0, 0)

/** A column of each kind, and a value of it in both forms. */
const CASES: readonly Case[] = [
  ...[
    {
      value: { kind: 'integer', bits: 32 },
      text: '-12',
      target: 'integer',
      wire: 3,
      binary: Buffer.of(244, 255, 255, 255),
    },
    { value: { kind: 'decimal' }, text: '-12.50', target: 'numeric', wire: 246, binary: counted('-12.50') },
    {
      value: { kind: 'float', bits: 64 },
      text: '1e100',
      target: 'double precision',
      wire: 5,
      binary: Buffer.alloc(8, 1),
    },
    { value: { kind: 'float', bits: 32 }, text: '1.5', target: 'real', wire: 4, binary: Buffer.alloc(4, 1) },
    { value: { kind: 'text' }, text: 'Ada\tLovelace', target: 'text', wire: 253, binary: counted('Ada\tLovelace') },
    {
      value: { kind: 'bytes' },
      text: Buffer.of(0, 255),
      target: 'bytea',
      wire: 252,
      binary: counted(Buffer.of(0, 255)),
    },
    {
      value: { kind: 'bits', length: 10 },
      text: Buffer.of(2, 1),
      target: 'bit varying',
      wire: 16,
      binary: counted(Buffer.of(2, 1)),
    },
    { value: { kind: 'date' }, text: '2026-11-29', target: 'date', wire: 10, binary: Buffer.of(4, 0xea, 7, 11, 29) },
    {
      ...{ value: { kind: 'timestamp', precision: 6, zoned: false }, text: '2026-11-29 01:02:03.5' },
      ...{
        target: 'timestamp without time zone',
        wire: 12,
        binary: Buffer.of(11, 0xea, 7, 11, 29, 1, 2, 3, 32, 161, 7, 0),
      },
    },
    { value: { kind: 'interval' }, text: '-51:04:05', target: 'interval', wire: 11, binary: TIME },
    { value: { kind: 'uuid' }, text: UUID(), target: 'uuid', wire: 254, binary: counted(UUID()) },
  ],
] as readonly Case[]

function UUID(): string {
  return '00112233-4455-6677-8899-aabbccddeeff'
}

const columns = CASES.map(({ value }, index) => ({ name: `c${index}`, type: '', value, nullable: true }))

const TEXT_ROW = Buffer.concat(CASES.map(({ text }) => counted(text)))
const BINARY_ROW = Buffer.concat([
  Buffer.alloc(1 + ((CASES.length + 2 + 7) >> 3)),
  ...CASES.map(({ binary }) => binary),
])

interface Writer {
  makeRoom(start: number, end: number): unknown
  add(bytes: Buffer, start: number, end: number): void
  finish(): { readonly frames: Buffer }
}

function textWriter(format: string): Writer {
  const fields = columns.map((column) => fieldReading(column, format))
  return new RowWriter(fields, format, new ZeroDates('fail'))
}

function binaryWriter(cases: readonly Case[] = CASES): Writer {
  const [format = ''] = binaryRows(CASES.map(({ target }) => target))
  const writer = new BinaryRowWriter(binaryFields(columns, format) ?? [], new ZeroDates('fail'))
  for (const { wire } of cases) writer.expect({ type: wire, isUnsigned: false })
  return writer
}

/** What becomes of one row that has such bytes around it in memory. */
function written(writer: Writer, row: Buffer, neighbours: number): string | Error {
  const around = Buffer.alloc(300, neighbours)
  const bytes = Buffer.concat([around, row, around])
  const [start, end] = [around.length, around.length + row.length]
  try {
    writer.makeRoom(start, end)
    writer.add(bytes, start, end)
    return writer.finish().frames.toString('hex')
  } catch (error) {
    return error as Error
  }
}

const FORMS: readonly (readonly [name: string, row: Buffer, open: () => Writer])[] = [
  ['text for every system', TEXT_ROW, () => textWriter(COMMON_TEXT)],
  ['text for MySQL', TEXT_ROW, () => textWriter(MYSQL_TEXT)],
  ['binary form', BINARY_ROW, () => binaryWriter()],
]

it.each(FORMS)('a good row is written, as %s', (_, row, open) => {
  expect(written(open(), row, 0)).toEqual(expect.any(String))
  expect(written(open(), row, 0)).toBe(written(open(), row, 255))
})

it.each(FORMS)('a row that is cut, or has more than its values, ends with one reason, as %s', (_, row, open) => {
  for (let length = 0; length < row.length; length++)
    for (const neighbours of [0, 0x30, 0xfb, 0xff])
      expect(written(open(), row.subarray(0, length), neighbours), `${length}`).toBeInstanceOf(ConnectorError)
  expect(written(open(), Buffer.concat([row, Buffer.of(0)]), 0)).toBeInstanceOf(MalformedAnswer)
})

it.each(FORMS)(
  'a row with any wrong bytes ends with a reason, or has values of its own bytes only, as %s',
  (_, row, open) => {
    const changes = fc.array(fc.tuple(fc.nat(row.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
    const cut = fc.integer({ min: -3, max: 0 })
    fc.assert(
      fc.property(changes, cut, fc.nat(255), (changed, less, neighbours) => {
        const bytes = Buffer.from(row.subarray(0, row.length + less))
        for (const [at, byte] of changed) if (at < bytes.length) bytes[at] = byte
        const [one, other] = [written(open(), bytes, neighbours), written(open(), bytes, 0x31)]
        expect(String(other)).toBe(String(one))
        if (typeof one !== 'string') expect(one).toBeInstanceOf(ConnectorError)
      }),
      { numRuns: 2_000 },
    )
  },
)

it('rows of fewer columns than were asked for end with a reason, in binary form', () => {
  const fewer = CASES.slice(0, 2)
  const row = Buffer.concat([Buffer.alloc(2), ...fewer.map(({ binary }) => binary)])
  expect(written(binaryWriter(fewer), row, 0)).toBeInstanceOf(MalformedAnswer)
})

it.each([
  ['a number that would begin another field', 0, '1\t2'],
  ['a number that would begin another row', 1, '1\n2'],
  ['a floating number without digits', 2, ''],
  ['words for a floating number', 3, 'many'],
  ['three bytes for ten bits', 6, '\x01\x02\x03'],
  ['one byte for ten bits', 6, '\x01'],
  ['a date of four characters', 7, '2026'],
  ['a time of one character', 9, '1'],
])('%s is no value of MySQL', (_, place, text) => {
  const row = Buffer.concat(CASES.map((one, index) => counted(index === place ? text : one.text)))
  expect(written(textWriter(COMMON_TEXT), row, 0x31)).toBeInstanceOf(MalformedAnswer)
})

it.each([
  ['a decimal of letters', 1, counted('12a')],
  ['a decimal without digits', 1, counted('-')],
  ['one byte for ten bits', 6, counted('\x01')],
  ['the 13th month', 7, Buffer.of(4, 0xea, 7, 13, 1)],
  ['a moment of five bytes', 8, Buffer.of(5, 0xea, 7, 11, 29, 1)],
  ['the 25th hour', 8, Buffer.of(7, 0xea, 7, 11, 29, 25, 0, 0)],
  ['two million microseconds', 8, Buffer.of(11, 0xea, 7, 11, 29, 1, 2, 3, 0x80, 0x84, 0x1e, 0)],
  ['a time of nine bytes', 9, Buffer.of(9, 0, 0, 0, 0, 0, 1, 1, 1, 1)],
  ['a UUID of letters behind f', 10, counted('00112233-4455-6677-8899-aabbccddeegg')],
  ['a short UUID', 10, counted('0011')],
  ['a length that begins with 0xfb', 4, Buffer.of(0xfb, 1)],
])('%s is no value of MySQL in binary form', (_, place, binary) => {
  const values = CASES.map((one, index) => (index === place ? binary : one.binary))
  const row = Buffer.concat([Buffer.alloc(1 + ((CASES.length + 2 + 7) >> 3)), ...values])
  expect(written(binaryWriter(), row, 0x31)).toBeInstanceOf(ConnectorError)
})
