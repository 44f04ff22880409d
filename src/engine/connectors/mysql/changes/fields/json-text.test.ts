import { expect, it } from 'vitest'
import { TextRows } from '../../../../formats/changes/text-rows.ts'
import { jsonField } from './json-text.ts'

const [OBJECT, ARRAY] = [0x00, 0x02]

const int = (value: number, length: number) => {
  const bytes = Buffer.alloc(length)
  bytes.writeIntLE(value, 0, length)
  return bytes
}
const double = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}
const string = (value: string) => Buffer.concat([Buffer.of(Buffer.byteLength(value)), Buffer.from(value)])

interface Value {
  readonly type: number
  readonly bytes: Buffer
  readonly isInline?: true
}

/** An object with keys, or an array without, in the small form: two bytes for each place and length. */
function tree(values: readonly Value[], keys?: readonly string[]): Buffer {
  let at = 4 + values.length * 3 + (keys ? values.length * 4 : 0)
  const place = (length: number) => {
    at += length
    return int(at - length, 2)
  }
  const keyEntries = (keys ?? []).map((key) => Buffer.concat([place(key.length), int(key.length, 2)]))
  const entries = values.map(({ type, bytes, isInline }) =>
    Buffer.concat([Buffer.of(type), isInline ? bytes : place(bytes.length)]),
  )
  const large = values.filter(({ isInline }) => !isInline).map(({ bytes }) => bytes)
  return Buffer.concat([
    int(values.length, 2),
    int(at, 2),
    ...keyEntries,
    ...entries,
    ...(keys ?? []).map((key) => Buffer.from(key)),
    ...large,
  ])
}

function shown(type: number, bytes: Buffer): string {
  const rows = new TextRows()
  const around = Buffer.concat([Buffer.of(9), Buffer.of(type), bytes, Buffer.of(9)])
  jsonField(rows, around, 1, around.length - 1)
  return rows.bytes.toString('utf8', 0, rows.length)
}

/** A moment, packed as in memory. */
function opaque(type: number, parts: bigint, fraction: bigint, sign = 1n): Buffer {
  const bytes = Buffer.alloc(10)
  bytes.set([type, 8])
  bytes.writeBigInt64LE(sign * ((parts << 24n) | fraction), 2)
  return bytes
}

const literal = (value: number): Value => ({ type: 4, bytes: Buffer.of(value, 0), isInline: true })
const small = (value: number): Value => ({ type: 5, bytes: int(value, 2), isInline: true })

it.each<[string, number, Buffer]>([
  ['{"a": 1, "bc": "ä"}', OBJECT, tree([small(1), { type: 12, bytes: string('ä') }], ['a', 'bc'])],
  ['[null, true, false, -2]', ARRAY, tree([literal(0), literal(1), literal(2), small(-2)])],
  [
    '[[], {}]',
    ARRAY,
    tree([
      { type: ARRAY, bytes: tree([]) },
      { type: OBJECT, bytes: tree([], []) },
    ]),
  ],
  ['[70000, 9007199254740993]', ARRAY, tree([{ type: 7, bytes: int(70_000, 4) }, { type: 9, bytes: Buffer.from('0100000000002000', 'hex') }])], // biome-ignore format: a row
  ['[1.0, 0.1, 1e20]', ARRAY, tree([1, 0.1, 1e20].map((value) => ({ type: 11, bytes: double(value) })))],
  ['"quote \\\\" and \\\\\\\\"', 12, string('quote " and \\')],
  ['1.50', 15, Buffer.concat([Buffer.of(246, 4), Buffer.of(3, 2, 0x81, 0x32)])],
  ['"2015-01-15 23:24:25.500000"', 15, opaque(12, ((((2015n * 13n + 1n) << 5n) | 15n) << 17n) | (23n << 12n) | (24n << 6n) | 25n, 500_000n)], // biome-ignore format: a row
  ['"-01:02:03.000000"', 15, opaque(11, (1n << 12n) | (2n << 6n) | 3n, 0n, -1n)],
])('the stored form of %s is read', (text, type, bytes) => {
  expect(shown(type, bytes)).toBe(text)
})

it('bytes that are no document are refused', () => {
  expect(() => shown(13, Buffer.of(1))).toThrow('no answer of MySQL')
})
