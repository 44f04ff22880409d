import { RowDecoder } from '../../../formats/common-text/row-decoder.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import { COMMON_TEXT, type Field } from '../../../ports/value-type.ts'
import { fieldReading, readsOwnBytes } from './field-reading.ts'
import { partialCharacterSet } from './proven-text.ts'
import { RowWriter } from './row-writer.ts'
import { ZeroDates } from './zero-dates.ts'

interface ReadColumns {
  readonly columns: readonly SourceColumn[]
  /** Those that were read in the server's own notation. */
  readonly nativeText: readonly string[]
}

/** A row for display, with the server's own notation for values that common text cannot express. */
export function shownFields(
  { columns, nativeText }: ReadColumns,
  bytes: Buffer,
  start: number,
  end: number,
): readonly Field[] {
  const sets = columns.map(({ name, type }) => (nativeText.includes(name) ? partialCharacterSet(type) : undefined))
  const fields = columns.map((column, at) =>
    sets[at] === undefined ? fieldReading(column, COMMON_TEXT) : readsOwnBytes(column),
  )
  const writer = new RowWriter(fields, COMMON_TEXT, new ZeroDates('raw'))
  writer.makeRoom(start, end)
  writer.add(bytes, start, end)
  const row = new RowDecoder({ showsReplacements: true }).push(writer.finish().frames).flat()
  return row.map((field, at) => {
    const set = sets[at]
    return set === undefined || field === null ? field : decoded(field, set)
  })
}

/** Names that differ from those of the WHATWG's Encoding Standard. */
const ENCODINGS: Readonly<Record<string, string>> = {
  ascii: 'utf-8',
  sjis: 'shift_jis',
  cp932: 'shift_jis',
  ujis: 'euc-jp',
  eucjpms: 'euc-jp',
  euckr: 'euc-kr',
  koi8r: 'koi8-r',
  koi8u: 'koi8-u',
  latin7: 'iso-8859-13',
  macroman: 'macintosh',
  tis620: 'tis-620',
}

/** @param field the bytes as hexadecimal digits. @returns them as they are, if they are no text of the character set */
function decoded(field: string, characterSet: string): string {
  try {
    const decoder = new TextDecoder(ENCODINGS[characterSet] ?? characterSet, { fatal: true })
    return decoder.decode(Buffer.from(field.slice('\\x'.length), 'hex'))
  } catch {
    return field
  }
}
