import { defined } from '../../../../../core/catalog/defined.ts'
import { TYPES } from '../fields/field-layout.ts'
import { EventBytes } from './event-bytes.ts'
import type { MappedColumn } from './table-map.ts'

/** Source: MySQL, `Table_map_event::Optional_metadata_field_type`; MariaDB has the same. */
const SIGNEDNESS = 1
const COLUMN_NAME = 4
const SET_WORDS = 5
const ENUM_WORDS = 6

const NUMERIC: readonly number[] = [
  TYPES.TINY,
  TYPES.SHORT,
  TYPES.INT24,
  TYPES.LONG,
  TYPES.LONGLONG,
  TYPES.NEWDECIMAL,
  TYPES.FLOAT,
  TYPES.DOUBLE,
]

/** To MariaDB a year is a number, which has a sign in the log; to MySQL it is not. Source: MariaDB, `Field_num::binlog_type_info` */
const NUMERIC_IN_MARIADB: readonly number[] = [...NUMERIC, TYPES.YEAR]

/** Names, signs and words, with which a table is found to be another than the known one. */
export function readOptionalMetadata(
  event: EventBytes,
  columns: readonly MappedColumn[],
  isMariaDb: boolean,
): readonly MappedColumn[] {
  const names: string[] = []
  const signs = new Map<number, boolean>()
  const words = new Map<number, readonly Buffer[]>()
  while (event.left > 0) {
    const kind = event.byte()
    const length = event.packed()
    const part = new EventBytes(event.bytes, event.skip(length), event.at)
    if (kind === SIGNEDNESS) readSigns(part, columns, isMariaDb ? NUMERIC_IN_MARIADB : NUMERIC, signs)
    else if (kind === COLUMN_NAME) while (part.left > 0) names.push(part.text(part.packed()))
    else if (kind === SET_WORDS) readWords(part, columns, TYPES.SET, words)
    else if (kind === ENUM_WORDS) readWords(part, columns, TYPES.ENUM, words)
  }
  return columns.map((column, place) => ({
    ...column,
    ...defined({ name: names[place], isUnsigned: signs.get(place), words: words.get(place) }),
  }))
}

/** A bit for each numeric column, the highest first. */
function readSigns(
  part: EventBytes,
  columns: readonly MappedColumn[],
  numeric: readonly number[],
  signs: Map<number, boolean>,
): void {
  let bit = 0
  for (const [place, { type }] of columns.entries()) {
    if (!numeric.includes(type)) continue
    if (bit >> 3 >= part.left) return
    if (type !== TYPES.YEAR)
      signs.set(place, (((part.bytes[part.at + (bit >> 3)] as number) << (bit & 7)) & 0x80) !== 0)
    bit++
  }
}

function readWords(
  part: EventBytes,
  columns: readonly MappedColumn[],
  type: number,
  words: Map<number, readonly Buffer[]>,
): void {
  for (const [place, column] of columns.entries()) {
    if (column.type !== type || part.left === 0) continue
    words.set(
      place,
      Array.from({ length: part.packed() }, () => Buffer.from(part.part(part.packed()))),
    )
  }
}
