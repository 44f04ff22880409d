import { MalformedAnswer } from '../../driver/malformed-answer.ts'
import { geometryText } from '../../rows/geometry-text.ts'
import type { WriteField } from './write-field.ts'

export const textField: WriteField = (rows, bytes, from, to) => rows.appendText(bytes, from, to)

/** @param decode from the character set of the column */
export const decodedField =
  (decode: (bytes: Buffer, from: number, to: number) => Buffer): WriteField =>
  (rows, bytes, from, to) => {
    const text = decode(bytes, from, to)
    rows.appendText(text, 0, text.length)
  }

export const geometryField: WriteField = (rows, bytes, from, to) => {
  const text = geometryText(bytes, from, to)
  if (text === undefined) throw new MalformedAnswer()
  rows.appendAscii(text)
}

/** The log leaves out zeros at the end. @param length of a BINARY; 0 of others */
export const bytesField =
  (length: number): WriteField =>
  (rows, bytes, from, to) => {
    rows.appendAscii(`\\\\x${bytes.toString('hex', from, to)}`)
    if (to - from < length) rows.appendAscii('00'.repeat(length - (to - from)))
  }

/** As hexadecimal digits only: geometries, and texts in a character set that has codes of its own. */
export const digitsField: WriteField = (rows, bytes, from, to) => rows.appendAscii(bytes.toString('hex', from, to))

/** By its number; 0 is a word that the column does not have, from before strict mode. */
export function enumField(words: readonly string[]): WriteField {
  const texts = ['', ...words].map((word) => Buffer.from(word))
  return (rows, bytes, from, to) => {
    const text = texts[bytes.readUIntLE(from, to - from)]
    if (!text) throw new RangeError('an enum has no such word')
    rows.appendText(text, 0, text.length)
  }
}

/** A bit for each word. */
export const setField =
  (words: readonly string[]): WriteField =>
  (rows, bytes, from) => {
    const chosen = words.filter((_, place) => ((bytes[from + (place >> 3)] ?? 0) >> (place & 7)) & 1)
    const text = Buffer.from(chosen.join(','))
    rows.appendText(text, 0, text.length)
  }
