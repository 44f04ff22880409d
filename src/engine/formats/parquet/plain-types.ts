import { isUtf8 } from 'node:buffer'

import { type FieldWriter, type ParquetType, REFUSED, wholeField } from './parquet-type.ts'

const TAB = 0x09
const BACKSLASH = 0x5c
const ZERO = 0x30
const MINUS = 0x2d
const NOT_ASCII = 0x80

/** The letter after a backslash, and the byte that it means; every other letter means itself. */
const UNESCAPED = Uint8Array.from({ length: 256 }, (_, byte) => byte)
for (const [letter, meaning] of Object.entries({ b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 })) {
  UNESCAPED[letter.charCodeAt(0)] = meaning
}

const writeText: FieldWriter = (page, bytes, start, end) => {
  const begun = page.room(4 + end - start)
  const out = page.bytes
  let at = begun + 4
  let from = start
  let seen = 0
  for (; from < end; from++) {
    let byte = bytes[from] as number
    if (byte === TAB) break
    if (byte === BACKSLASH) byte = UNESCAPED[bytes[++from] as number] as number
    seen |= byte
    out[at++] = byte
  }
  // A reader of the file would replace invalid bytes with other characters.
  if (seen >= NOT_ASCII && !isUtf8(out.subarray(begun + 4, at))) return REFUSED
  page.view.setUint32(begun, at - begun - 4, true)
  page.length = at
  return from
}

/** The backslash of `\x` is escaped. */
const PREFIX = Buffer.from('\\\\x')
const NO_DIGIT = 16
const HEXADECIMAL = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase())
  return digit === -1 ? NO_DIGIT : digit
})

const writeBytes = wholeField((page, bytes, start, end) => {
  const first = start + PREFIX.length
  if (first > end || (end - first) % 2 !== 0) return false
  if (PREFIX.some((byte, at) => bytes[start + at] !== byte)) return false
  const begun = page.room(4 + (end - first) / 2)
  let at = begun + 4
  for (let from = first; from < end; from += 2) {
    const high = HEXADECIMAL[bytes[from] as number] as number
    const low = HEXADECIMAL[bytes[from + 1] as number] as number
    if (high === NO_DIGIT || low === NO_DIGIT) return false
    page.bytes[at++] = (high << 4) | low
  }
  page.view.setUint32(begun, at - begun - 4, true)
  page.length = at
  return true
})

const writeBoolean = wholeField((page, bytes, start, end) => {
  const byte = bytes[start]
  if (end !== start + 1 || (byte !== 0x74 && byte !== 0x66)) return false
  const at = page.room(1)
  page.bytes[at] = byte === 0x74 ? 1 : 0
  page.length = at + 1
  return true
})

/** Numbers with more digits may be inexact in JavaScript. */
const EXACT_DIGITS = 15

/** In 64 bits. */
const MAX_DIGITS = 19

const writeInteger = wholeField((page, bytes, start, end) => {
  const first = bytes[start] === MINUS ? start + 1 : start
  if (first === end || end - first > MAX_DIGITS) return false
  let number = 0
  for (let at = first; at < end; at++) {
    const digit = (bytes[at] as number) - ZERO
    if (digit < 0 || digit > 9) return false
    number = number * 10 + digit
  }
  if (end - first <= EXACT_DIGITS) {
    page.putInt64(first === start ? number : -number)
    return true
  }
  const exact = BigInt(bytes.toString('latin1', start, end))
  if (BigInt.asIntN(64, exact) !== exact) return false
  page.putBigInt64(exact)
  return true
})

const FLOAT = /^(-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|NaN|-?Infinity)$/i

const writeDouble = wholeField((page, bytes, start, end) => {
  const text = bytes.toString('latin1', start, end)
  if (!FLOAT.test(text)) return false
  const number = Number(text)
  if (!Number.isFinite(number) && !/[NI]/.test(text)) return false
  const at = page.room(8)
  page.view.setFloat64(at, number, true)
  page.length = at + 8
  return true
})

export const TEXT: ParquetType = { physical: 'bytes', meaning: { converted: 0 }, write: writeText }
export const BYTES: ParquetType = { physical: 'bytes', write: writeBytes }
export const BOOLEAN: ParquetType = { physical: 'boolean', write: writeBoolean }
export const INT64: ParquetType = { physical: 'int64', meaning: { converted: 18 }, write: writeInteger }
export const DOUBLE: ParquetType = { physical: 'double', write: writeDouble }
