import { MalformedAnswer } from '../../driver/malformed-answer.ts'
import { metadataBytes, stringType, TYPES } from '../fields/field-layout.ts'
import type { EventBytes } from './event-bytes.ts'
import { readOptionalMetadata } from './optional-metadata.ts'

/** A column as the log has it. */
export interface MappedColumn {
  /** Of the protocol; of enums and sets their own, although the log calls them strings. */
  readonly type: number
  /** The two bytes of metadata, or one and a zero. */
  readonly first: number
  readonly second: number
  /** The others are absent where the server does not write them (`binlog_row_metadata`). */
  readonly name?: string
  readonly isUnsigned?: boolean
  /** Of an enum or a set, in its character set. */
  readonly words?: readonly Buffer[]
}

/** What precedes the rows of a table. */
export interface MappedTable {
  readonly id: number
  readonly database: string
  readonly name: string
  readonly columns: readonly MappedColumn[]
}

/** Of the number of a table. */
export const ID_BYTES = 6

/** Source: MySQL, "Table_map_event" */
export function readTableMap(event: EventBytes, isMariaDb: boolean): MappedTable {
  const id = event.number(ID_BYTES)
  event.skip(2)
  const name = () => {
    const text = event.text(event.byte())
    event.skip(1)
    return text
  }
  const [database, table] = [name(), name()]
  const types = event.part(event.packed())
  const metadataEnd = event.packed() + event.at
  const columns: MappedColumn[] = []
  for (const type of types) {
    const bytes = metadataBytes(type)
    const first = bytes > 0 ? event.byte() : 0
    const second = bytes > 1 ? event.byte() : 0
    columns.push({ type: type === TYPES.STRING ? stringType(first, second).type : type, first, second })
  }
  if (event.at !== metadataEnd) throw new MalformedAnswer()
  event.skip((types.length + 7) >> 3)
  return { id, database, name: table, columns: readOptionalMetadata(event, columns, isMariaDb) }
}
