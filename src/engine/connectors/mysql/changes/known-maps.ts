import type { EventBytes } from './events/event-bytes.ts'
import { type MappedTable, readTableMap } from './events/table-map.ts'
import type { LogTables } from './log-tables.ts'
import type { RowReader } from './row-reader.ts'

/** A number under which rows follow, and what it stands for. */
export interface KnownMap {
  readonly bytes: Buffer
  /** Absent: nobody follows the table. */
  readonly entity: string | undefined
  /** Made with the first row. @throws ConnectorError */
  readonly reader: () => RowReader
}

/** The tables by the numbers that the log gives them; each is told again in every transaction, nearly always the same. */
export class KnownMaps {
  readonly #tables: LogTables
  readonly #isMariaDb: boolean
  readonly #maps = new Map<number, KnownMap>()

  constructor(tables: LogTables, isMariaDb: boolean) {
    this.#tables = tables
    this.#isMariaDb = isMariaDb
  }

  /** The numbers begin again with another log. */
  clear(): void {
    this.#maps.clear()
  }

  read(event: EventBytes): void {
    const { bytes, at, end } = event
    const id = bytes.readUIntLE(at, 6)
    const known = this.#maps.get(id)
    if (known && known.bytes.compare(bytes, at, end) === 0) return
    const kept = Buffer.from(bytes.subarray(at, end))
    this.#maps.set(id, this.#known(kept, readTableMap(event, this.#isMariaDb)))
  }

  get(id: number): KnownMap | undefined {
    return this.#maps.get(id)
  }

  #known(bytes: Buffer, mapped: MappedTable): KnownMap {
    const found = this.#tables.readerOf(mapped)
    let reader: RowReader | undefined
    return {
      bytes,
      entity: found?.followed.entity,
      reader: () => {
        if (!found) throw new RangeError('nobody follows this table')
        reader ??= found.reader()
        return reader
      },
    }
  }
}
