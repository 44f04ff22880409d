import { RowDecoder } from '../../../formats/common-text/row-decoder.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import { COMMON_TEXT, type Field } from '../../../ports/value-type.ts'
import { fieldReading, MYSQL_TEXT } from './field-reading.ts'
import { RowWriter } from './row-writer.ts'
import { ZeroDates } from './zero-dates.ts'

interface ReadColumns {
  readonly columns: readonly SourceColumn[]
  /** Those that were read in the server's own notation. */
  readonly nativeText: readonly string[]
}

/** A row that is rejected, in the notation in which it came, because it is sent again in it. */
export function rejectedFields(
  { columns, nativeText }: ReadColumns,
  bytes: Buffer,
  start: number,
  end: number,
): readonly Field[] {
  const fields = columns.map((column) =>
    fieldReading(column, nativeText.includes(column.name) ? MYSQL_TEXT : COMMON_TEXT),
  )
  const writer = new RowWriter(fields, COMMON_TEXT, new ZeroDates('raw'))
  writer.makeRoom(start, end)
  writer.add(bytes, start, end)
  return new RowDecoder({ showsReplacements: true }).push(writer.finish().frames).flat()
}
