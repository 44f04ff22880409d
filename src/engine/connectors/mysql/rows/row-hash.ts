import { COMMON_TEXT } from '../../../ports/value-type.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'
import { fieldReading } from './field-reading.ts'
import { isGeometry } from './geometry-text.ts'

export interface ComparedColumn {
  readonly name: string
  /** The column in the target. */
  readonly type: string
  /** The target takes values for equal that the source tells apart. */
  readonly isMerging?: boolean
}

/** The value as text: two values are equal if their texts are equal. */
export function cell({ name, type }: ComparedColumn): string {
  const value = valueTypeOf(type)
  if (value.kind === 'bytes' || isGeometry(type)) return `HEX(${quoteIdentifier(name)})`
  if (value.kind === 'bits') return `BIN(${quoteIdentifier(name)} + 0)`
  const { expression } = fieldReading({ name, type, value, nullable: true }, COMMON_TEXT)
  return `CAST(${expression} AS CHAR CHARACTER SET utf8mb4)`
}

/** Each value is hashed separately first, because the server returns NULL for a text that is larger than its largest packet. */
export const rowHash = (columns: readonly ComparedColumn[]) =>
  `UNHEX(SHA2(CONCAT_WS(',', ${columns.map((column) => `COALESCE(SHA2(${cell(column)}, 256), '-')`).join(', ')}), 256))`
