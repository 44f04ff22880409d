import type { ThriftValue } from './compact-thrift.ts'
import type { ValuePage } from './value-page.ts'

/** Parquet's types of stored values, by number; we do not store the others. Source: parquet.thrift, `Type`. */
export const PHYSICAL = { boolean: 0, int32: 1, int64: 2, double: 5, bytes: 6, fixed: 7 } as const

/**
 * Appends the value of a field of common text, including its escapes, that is not NULL and ends before a tab, or with its row.
 * @param end of the row. @returns the end of the field, or `REFUSED` when the type cannot store it exactly
 */
export type FieldWriter = (page: ValuePage, bytes: Buffer, start: number, end: number) => number

export const REFUSED = -1

const TAB = 0x09

export function endOfField(bytes: Buffer, start: number, end: number): number {
  let at = start
  while (at < end && bytes[at] !== TAB) at++
  return at
}

/** For values that are read as a whole. @param write with the end of the field. @returns false when the type cannot store it exactly */
export const wholeField =
  (write: (page: ValuePage, bytes: Buffer, start: number, end: number) => boolean): FieldWriter =>
  (page, bytes, start, endOfRow) => {
    const end = endOfField(bytes, start, endOfRow)
    return write(page, bytes, start, end) ? end : REFUSED
  }

/** How values of a column are stored, and their meaning. */
export interface ParquetType {
  readonly physical: keyof typeof PHYSICAL
  /** Number of bytes of each `fixed` value. */
  readonly length?: number
  readonly meaning?: Meaning
  readonly write: FieldWriter
}

/** Source: parquet.thrift, `SchemaElement`. */
export interface Meaning {
  /** `ConvertedType`, which older readers use. */
  readonly converted: number
  /** `LogicalType`, if it contains more. */
  readonly logical?: ThriftValue
  readonly scale?: number
  readonly precision?: number
}
