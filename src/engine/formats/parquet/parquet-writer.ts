import { FrameWalker } from '../frames/frame-walker.ts'
import type { ParquetColumn } from './file-metadata.ts'
import { ParquetFile, type TakeBytes } from './parquet-file.ts'
import { endOfField, REFUSED } from './parquet-type.ts'
import { ValuePage } from './value-page.ts'

/** Size of a row group, in bytes of values: a smaller one compresses worse, a larger one needs more memory. */
const GROUP_BYTES = 8 * 1024 * 1024

const BACKSLASH = 0x5c
const CAPITAL_N = 0x4e
const NULL_BYTES = 2

export interface ParquetOptions<Column extends ParquetColumn> {
  readonly columns: readonly Column[]
  /** Names of the columns that are NOT NULL. */
  readonly required: readonly string[]
  /** Whether the last column is the number of the row, from 1, which is not part of the input. */
  readonly isNumbered: boolean
  /** The error to throw for a value that does not fit its column. */
  readonly refuse: (value: RefusedValue<Column>) => Error
  /** The target of the files, one after the other. */
  readonly take: TakeBytes
}

/** A value that does not fit its column; rows count from 1. */
export interface RefusedValue<Column extends ParquetColumn> {
  readonly row: number
  readonly column: Column
  readonly text: string | null
}

/** Converts rows of common text to Parquet. Bytes become bytes: hardly any value becomes a JavaScript value. */
export class ParquetWriter<Column extends ParquetColumn> {
  readonly #options: ParquetOptions<Column>
  readonly #incoming: readonly Column[]
  readonly #isRequired: readonly boolean[]
  readonly #frames = new FrameWalker((bytes, start, end) => this.#row(bytes, start, end - 1))
  #file: ParquetFile
  /** Pages of the row group that is filled, and of the one that is compressed at the same time. */
  #pages: readonly ValuePage[]
  #others: readonly ValuePage[]
  #rows = 0

  constructor(options: ParquetOptions<Column>) {
    const { columns, required, isNumbered, take } = options
    this.#options = options
    this.#incoming = isNumbered ? columns.slice(0, -1) : columns
    this.#isRequired = columns.map(({ name }) => required.includes(name))
    this.#file = new ParquetFile(columns, take)
    this.#pages = columns.map(() => new ValuePage())
    this.#others = columns.map(() => new ValuePage())
  }

  /** Number of all added rows. */
  get rows(): number {
    return this.#rows
  }

  /** Whether enough for a row group was added. */
  get isFull(): boolean {
    return this.#pages.reduce((sum, page) => sum + page.length, 0) >= GROUP_BYTES
  }

  /** Whether the current file has any rows. */
  get hasGroups(): boolean {
    return this.#file.hasGroups
  }

  /** Size of the current file, in bytes. */
  get fileLength(): number {
    return this.#file.length
  }

  /** @param frames CopyData messages, split at any place. @throws the error of `refuse` for a value, or Error when the bytes cannot be rows */
  add(frames: Buffer): void {
    this.#frames.push(frames)
  }

  /** Writes the added rows as a row group of the file, one group at a time; more rows may be added meanwhile. */
  async endGroup(): Promise<void> {
    const pages = this.#pages
    if (!pages[0]?.rows) return
    this.#pages = this.#others
    this.#others = pages
    await this.#file.add(pages)
    for (const page of pages) page.clear()
  }

  /** Later rows belong to the next file. */
  async endFile(): Promise<void> {
    await this.#file.end()
    this.#file = new ParquetFile(this.#options.columns, this.#options.take)
  }

  #row(bytes: Buffer, start: number, end: number): void {
    this.#rows++
    let field = start
    for (let column = 0; column < this.#incoming.length; column++) field = this.#field(column, bytes, field, end) + 1
    if (field !== end + 1) throw new Error('a row with other fields than there are columns')
    if (!this.#options.isNumbered) return
    const numbers = this.#pages.at(-1)
    numbers?.putInt64(this.#rows)
    numbers?.endRow(true)
  }

  /** @returns its end */
  #field(at: number, bytes: Buffer, start: number, endOfRow: number): number {
    const page = this.#pages[at] as ValuePage
    const column = this.#incoming[at] as Column
    const isNull = isNullAt(bytes, start, endOfRow)
    const end = isNull ? start + NULL_BYTES : column.stored.write(page, bytes, start, endOfRow)
    if (end === REFUSED || (isNull && this.#isRequired[at])) {
      const text = isNull ? null : bytes.toString('utf8', start, endOfField(bytes, start, endOfRow))
      throw this.#options.refuse({ row: this.#rows, column, text })
    }
    page.endRow(!isNull)
    return end
  }
}

const isNullAt = (bytes: Buffer, start: number, endOfRow: number): boolean =>
  bytes[start] === BACKSLASH &&
  bytes[start + 1] === CAPITAL_N &&
  endOfField(bytes, start, endOfRow) === start + NULL_BYTES
