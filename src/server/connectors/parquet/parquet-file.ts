import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'

import { releaseMemory } from '../release-memory.ts'
import { varint } from './compact-thrift.ts'
import { fileFooter, MAGIC, type ParquetColumn, type PlacedPage, pageHeader, type RowGroup } from './file-metadata.ts'
import { packBits, type ValuePage } from './value-page.ts'

const compress = promisify(zstdCompress)

/** More of it makes files a twentieth smaller and takes half as long again. */
const COMPRESSION_LEVEL = 1

/** What zstd writes into at a time, in bytes. */
const CHUNK_BYTES = 64 * 1024

/** A file of Parquet in the making, in memory. Source: github.com/apache/parquet-format. */
export class ParquetFile {
  readonly #columns: readonly ParquetColumn[]
  readonly #groups: RowGroup[] = []
  readonly #parts: Buffer[] = [MAGIC]
  #length = MAGIC.length

  constructor(columns: readonly ParquetColumn[]) {
    this.#columns = columns
  }

  /** In bytes, so far. */
  get length(): number {
    return this.#length
  }

  get hasGroups(): boolean {
    return this.#groups.length > 0
  }

  /** Appends a row group. @param pages one for each column, of the same number of rows; they may be cleared afterwards */
  async add(pages: readonly ValuePage[]): Promise<void> {
    const placed: PlacedPage[] = []
    for (const [at, page] of pages.entries()) {
      const isBits = this.#columns[at]?.stored.physical === 'boolean'
      placed.push(await this.#addPage(page.rows, pageBytes(page, isBits)))
    }
    this.#groups.push({ rows: pages[0]?.rows ?? 0, pages: placed })
  }

  /** @returns the whole file, to which nothing more is added */
  end(): Buffer {
    return Buffer.concat([...this.#parts, fileFooter(this.#columns, this.#groups)])
  }

  async #addPage(rows: number, page: Buffer): Promise<PlacedPage> {
    const chunks = await compress(page, {
      chunkSize: CHUNK_BYTES,
      pledgedSrcSize: page.length,
      params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL },
    })
    // A buffer of its own, because the other may be larger than what is in it.
    const compressed = Buffer.from(chunks)
    const header = pageHeader(rows, compressed.length, page.length)
    const offset = this.#length
    const length = header.length + compressed.length
    const fullLength = header.length + page.length
    releaseMemory(page)
    this.#parts.push(header, compressed)
    this.#length += length
    return { offset, length, fullLength }
  }
}

/** Which rows have a value, as one run of bits after its length, and then the values (parquet-format, "Data Pages", "RLE"). */
function pageBytes(page: ValuePage, isBits: boolean): Buffer {
  const presence = page.presence()
  const run = varint(presence.length * 2 + 1)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(run.length + presence.length)
  const values = isBits ? packBits(page.bytes, page.length) : page.bytes.subarray(0, page.length)
  return Buffer.concat([length, run, presence, values])
}
