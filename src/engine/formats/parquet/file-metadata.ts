import { int32, int64, list, struct, type ThriftValue, text } from './compact-thrift.ts'
import { type ParquetType, PHYSICAL } from './parquet-type.ts'

/** A column of a file. */
export interface ParquetColumn {
  readonly name: string
  readonly stored: ParquetType
}

/** The position of a column's values of a row group. */
export interface PlacedPage {
  readonly offset: number
  /** In bytes including the header, compressed and uncompressed. */
  readonly length: number
  readonly fullLength: number
}

export interface RowGroup {
  readonly rows: number
  /** One for each column. */
  readonly pages: readonly PlacedPage[]
}

/** Numbers of parquet.thrift: `Encoding`, `CompressionCodec`, `FieldRepetitionType`. */
const PLAIN = int32(0)
const RLE = int32(3)
const ZSTD = int32(6)
const OPTIONAL = int32(1)

export const MAGIC = Buffer.from('PAR1')

/** The header of a page of plain values (parquet.thrift, `PageHeader`). @param fullBytes before compression */
export const pageHeader = (rows: number, bytes: number, fullBytes: number): Buffer =>
  struct({
    1: int32(0),
    2: int32(fullBytes),
    3: int32(bytes),
    5: struct({ 1: int32(rows), 2: PLAIN, 3: RLE, 4: RLE }),
  }).bytes

/** The end of a file (parquet.thrift, `FileMetaData`). */
export function fileFooter(columns: readonly ParquetColumn[], groups: readonly RowGroup[]): Buffer {
  const root = struct({ 4: text('rows'), 5: int32(columns.length) })
  const rows = groups.reduce((sum, group) => sum + group.rows, 0)
  const { bytes } = struct({
    1: int32(1),
    2: list([root, ...columns.map(schemaElement)]),
    3: int64(rows),
    4: list(groups.map((group) => rowGroup(columns, group))),
    6: text('Millrace'),
  })
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([bytes, length, MAGIC])
}

function schemaElement({ name, stored: { physical, length, meaning } }: ParquetColumn): ThriftValue {
  const number = (value: number | undefined) => (value === undefined ? undefined : int32(value))
  return struct({
    1: int32(PHYSICAL[physical]),
    2: number(length),
    3: OPTIONAL,
    4: text(name),
    6: number(meaning?.converted),
    7: number(meaning?.scale),
    8: number(meaning?.precision),
    10: meaning?.logical,
  })
}

const rowGroup = (columns: readonly ParquetColumn[], { rows, pages }: RowGroup): ThriftValue =>
  struct({
    1: list(
      pages.map(({ offset, length, fullLength }, at) => {
        const { name, stored } = columns[at] as ParquetColumn
        const metadata = struct({
          1: int32(PHYSICAL[stored.physical]),
          2: list([PLAIN, RLE]),
          3: list([text(name)]),
          4: ZSTD,
          5: int64(rows),
          6: int64(fullLength),
          7: int64(length),
          9: int64(offset),
        })
        return struct({ 2: int64(offset), 3: metadata })
      }),
    ),
    2: int64(pages.reduce((sum, { fullLength }) => sum + fullLength, 0)),
    3: int64(rows),
  })
