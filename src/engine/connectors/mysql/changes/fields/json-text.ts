import { TextRows } from '../../../../formats/changes/text-rows.ts'
import { MalformedAnswer } from '../../driver/malformed-answer.ts'
import { decimalField } from './numbers.ts'
import type { WriteField } from './write-field.ts'

const [SMALL_OBJECT, LARGE_OBJECT, SMALL_ARRAY, LARGE_ARRAY, LITERAL] = [0, 1, 2, 3, 4]
const [INT16, UINT16, INT32, UINT32, INT64, UINT64, DOUBLE, STRING, OPAQUE] = [5, 6, 7, 8, 9, 10, 11, 12, 15]
const LITERALS = ['null', 'true', 'false']

/** Deeper documents are none that MySQL takes. */
const MAX_DEPTH = 100

/** The tree in which MySQL stores a JSON document, as the text that the server sends. Source: MySQL, "JSON Binary Format" (`json_binary.h`) */
export const jsonField: WriteField = (rows, bytes, from, to) => {
  // A document that a statement has emptied for an old row.
  const text = Buffer.from(to === from ? 'null' : valueText(bytes.subarray(from + 1, to), bytes[from] as number, 0, 0))
  rows.appendText(text, 0, text.length)
}

type Reading = (part: Buffer, at: number, depth: number) => string

const tree =
  (type: number): Reading =>
  (part, at, depth) =>
    treeText(part.subarray(at), type, depth + 1)

const READINGS: Readonly<Record<number, Reading>> = {
  [SMALL_OBJECT]: tree(SMALL_OBJECT),
  [LARGE_OBJECT]: tree(LARGE_OBJECT),
  [SMALL_ARRAY]: tree(SMALL_ARRAY),
  [LARGE_ARRAY]: tree(LARGE_ARRAY),
  [LITERAL]: (part, at) => LITERALS[part[at] ?? -1] ?? malformed(),
  [INT16]: (part, at) => String(part.readInt16LE(at)),
  [UINT16]: (part, at) => String(part.readUInt16LE(at)),
  [INT32]: (part, at) => String(part.readInt32LE(at)),
  [UINT32]: (part, at) => String(part.readUInt32LE(at)),
  [INT64]: (part, at) => String(part.readBigInt64LE(at)),
  [UINT64]: (part, at) => String(part.readBigUInt64LE(at)),
  [DOUBLE]: (part, at) => doubleText(part.readDoubleLE(at)),
  [STRING]: (part, at) => {
    const { length, next } = lengthAt(part, at)
    return quoted(part.toString('utf8', next, next + length))
  },
  [OPAQUE]: (part, at) => {
    const { length, next } = lengthAt(part, at + 1)
    return opaqueText(part[at] as number, part.subarray(next, next + length))
  },
}

/** @param at of the value, from the start of the part that it belongs to */
function valueText(part: Buffer, type: number, at: number, depth: number): string {
  if (depth > MAX_DEPTH) throw new MalformedAnswer()
  return READINGS[type]?.(part, at, depth) ?? malformed()
}

/** An object or an array: the number of its values, its bytes, and places of keys and values; small values stand in the place of theirs. */
function treeText(part: Buffer, type: number, depth: number): string {
  const isLarge = type === LARGE_OBJECT || type === LARGE_ARRAY
  const isObject = type === SMALL_OBJECT || type === LARGE_OBJECT
  const size = isLarge ? 4 : 2
  const number = (at: number) => part.readUIntLE(at, size)
  const count = number(0)
  const keys = size * 2
  const values = keys + (isObject ? count * (size + 2) : 0)
  const texts = Array.from({ length: count }, (_, index) => {
    const entry = values + index * (size + 1)
    const inner = part[entry] as number
    const isInline =
      inner === LITERAL || inner === INT16 || inner === UINT16 || (isLarge && (inner === INT32 || inner === UINT32))
    const text = valueText(part, inner, isInline ? entry + 1 : number(entry + 1), depth)
    if (!isObject) return text
    const at = number(keys + index * (size + 2))
    const length = part.readUInt16LE(keys + index * (size + 2) + size)
    return `${quoted(part.toString('utf8', at, at + length))}: ${text}`
  })
  return isObject ? `{${texts.join(', ')}}` : `[${texts.join(', ')}]`
}

/** Seven bits in each byte, the lowest first; the highest bit says that more follow. */
function lengthAt(part: Buffer, at: number): { readonly length: number; readonly next: number } {
  let length = 0
  for (let index = 0; index < 5; index++) {
    const byte = part[at + index] ?? malformed()
    length += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) return { length, next: at + index + 1 }
  }
  return malformed()
}

function doubleText(value: number): string {
  if (Object.is(value, -0)) return '-0.0'
  const size = Math.abs(value)
  const text = size !== 0 && (size >= 1e16 || size < 1e-15) ? value.toExponential().replace('e+', 'e') : String(value)
  return /[.e]/.test(text) ? text : `${text}.0`
}

const NEWDECIMAL = 246

/** Values that JSON itself does not have. */
function opaqueText(type: number, bytes: Buffer): string {
  if (type === NEWDECIMAL) {
    const rows = new TextRows(128)
    decimalField(bytes[0] as number, bytes[1] as number)(rows, bytes, 2, bytes.length)
    return rows.bytes.toString('latin1', 0, rows.length)
  }
  if (type === 10 || type === 7 || type === 12 || type === 11) return quoted(momentText(type, bytes.readBigInt64LE(0)))
  return quoted(`base64:type${type}:${bytes.toString('base64')}`)
}

/** Packed as in memory: a fraction of 24 bits behind the parts. Source: MySQL, `TIME_from_longlong_datetime_packed` */
function momentText(type: number, packed: bigint): string {
  const positive = packed < 0n ? -packed : packed
  const fraction = String(positive & 0xffffffn).padStart(6, '0')
  const whole = Number(positive >> 24n)
  const two = (number: number) => String(number).padStart(2, '0')
  if (type === 11)
    return `${packed < 0n ? '-' : ''}${two((whole >> 12) & 1023)}:${two((whole >> 6) & 63)}:${two(whole & 63)}.${fraction}`
  const days = Math.floor(whole / 2 ** 17)
  const months = days >> 5
  const day = `${String(Math.floor(months / 13)).padStart(4, '0')}-${two(months % 13)}-${two(days & 31)}`
  if (type === 10) return day
  const time = whole % 2 ** 17
  return `${day} ${two(time >> 12)}:${two((time >> 6) & 63)}:${two(time & 63)}.${fraction}`
}

/** As MySQL quotes: only what JSON requires. */
const quoted = (text: string): string => JSON.stringify(text)

function malformed(): never {
  throw new MalformedAnswer()
}
