import { constants, createZstdCompress } from 'node:zlib'

import { releaseMemory } from '../release-memory.ts'
import { varint } from './compact-thrift.ts'
import { fileFooter, MAGIC, type ParquetColumn, type PlacedPage, pageHeader, type RowGroup } from './file-metadata.ts'
import { packBits, type ValuePage } from './value-page.ts'

/** A higher level makes files a twentieth smaller and takes half as long again. */
const COMPRESSION_LEVEL = 1

/** Size of the buffers that zstd writes into, in bytes. */
const CHUNK_BYTES = 64 * 1024

/** Receives the next bytes of a file before it settles; their memory is freed afterwards. */
export type TakeBytes = (bytes: Buffer) => Promise<void>

/** A Parquet file that is passed on while it is written. Source: github.com/apache/parquet-format. */
export class ParquetFile {
  readonly #columns: readonly ParquetColumn[]
  readonly #take: TakeBytes
  readonly #groups: RowGroup[] = []
  #length = 0

  constructor(columns: readonly ParquetColumn[], take: TakeBytes) {
    this.#columns = columns
    this.#take = take
  }

  /** In bytes, so far. */
  get length(): number {
    return this.#length
  }

  get hasGroups(): boolean {
    return this.#groups.length > 0
  }

  /** Appends a row group. @param pages one for each column, with the same number of rows; they may be cleared afterwards */
  async add(pages: readonly ValuePage[]): Promise<void> {
    const placed: PlacedPage[] = []
    for (const [at, page] of pages.entries()) {
      const isBits = this.#columns[at]?.stored.physical === 'boolean'
      placed.push(await this.#addPage(page, isBits))
    }
    this.#groups.push({ rows: pages[0]?.rows ?? 0, pages: placed })
  }

  /** Nothing is added afterwards. */
  async end(): Promise<void> {
    if (this.#length === 0) await this.#put(MAGIC)
    await this.#put(fileFooter(this.#columns, this.#groups))
  }

  async #addPage(page: ValuePage, isBits: boolean): Promise<PlacedPage> {
    const levels = definitionLevels(page)
    const values = isBits ? packBits(page.bytes, page.length) : page.bytes.subarray(0, page.length)
    const fullBytes = levels.length + values.length
    const chunks = await compressed(levels, values)
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    const header = pageHeader(page.rows, bytes, fullBytes)
    if (this.#length === 0) await this.#put(MAGIC)
    const offset = this.#length
    await this.#put(header)
    for (const chunk of chunks) await this.#put(chunk)
    // Zstd may have filled only a part of the buffer, and no longer uses it.
    for (const memory of new Set(chunks.map(({ buffer }) => buffer))) releaseMemory(Buffer.from(memory))
    return { offset, length: header.length + bytes, fullLength: header.length + fullBytes }
  }

  async #put(bytes: Buffer): Promise<void> {
    this.#length += bytes.length
    await this.#take(bytes)
  }
}

async function compressed(levels: Buffer, values: Buffer): Promise<readonly Buffer[]> {
  const zstd = createZstdCompress({
    chunkSize: CHUNK_BYTES,
    pledgedSrcSize: levels.length + values.length,
    params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL },
  })
  zstd.write(levels)
  zstd.end(values)
  return zstd.toArray()
}

/** The rows that have a value, as one run of bits after its length (parquet-format, "Data Pages", "RLE"). */
function definitionLevels(page: ValuePage): Buffer {
  const presence = page.presence()
  const run = varint(presence.length * 2 + 1)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(run.length + presence.length)
  return Buffer.concat([length, run, presence])
}
