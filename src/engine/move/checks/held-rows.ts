import { type FileHandle, open } from 'node:fs/promises'
import { sentence } from '../../../core/catalog/sentence.ts'
import { RowDecoder } from '../../formats/common-text/row-decoder.ts'
import { RowEncoder } from '../../formats/common-text/row-encoder.ts'
import { releaseMemory } from '../../formats/release-memory.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { RowSink } from '../../ports/source.ts'

/** Number of bytes that may wait for the disk before the source is paused. */
const LARGEST_BACKLOG = 4 << 20

/** Rows of common text in a file, in the order of arrival, which can be read several times. */
export class HeldRows implements RowSink {
  readonly #file: FileHandle
  /** What was written together. */
  readonly #parts: { readonly bytes: number; readonly rows: number }[] = []
  readonly #width: number
  readonly #failed = new AbortController()
  #waiting = 0
  #writing: Promise<void> = Promise.resolve()

  private constructor(file: FileHandle, width: number) {
    this.#file = file
    this.#width = width
  }

  /** @param width number of fields of a row */
  static async open(path: string, width: number): Promise<HeldRows> {
    return new HeldRows(await open(path, 'wx+', 0o600), width)
  }

  /** Aborted with the error of a write. */
  get failure(): AbortSignal {
    return this.#failed.signal
  }

  get rows(): number {
    return this.#parts.reduce((sum, { rows }) => sum + rows, 0)
  }

  write(frames: Buffer, rows: number): boolean {
    this.#parts.push({ bytes: frames.length, rows })
    this.#waiting += frames.length
    this.#writing = this.#writing
      .then(async () => {
        if (!this.failure.aborted) await this.#file.appendFile(frames)
      })
      .catch((error: unknown) => this.#failed.abort(noRoom(error)))
      .finally(() => {
        this.#waiting -= frames.length
        releaseMemory(frames)
      })
    return this.#waiting < LARGEST_BACKLOG
  }

  async drained(): Promise<void> {
    await this.#writing
  }

  /** All rows are in the file. @throws the error of a write */
  async end(): Promise<void> {
    await this.#writing
    this.failure.throwIfAborted()
  }

  /** Sends all rows. @param fields numbers of the fields to send, in this order. Absent: all. @returns the number of rows */
  async read(sink: RowSink, fields?: readonly number[]): Promise<number> {
    const cut = fields && !isWhole(fields, this.#width) ? cutter(fields) : undefined
    let at = 0
    for (const { bytes, rows } of this.#parts) {
      const frames = Buffer.alloc(bytes)
      for (let read = 0; read < bytes; )
        read += (await this.#file.read(frames, read, bytes - read, at + read)).bytesRead
      at += bytes
      const sent = cut ? cut(frames) : { frames, rows }
      if (sent.frames.length > 0 && !sink.write(sent.frames, sent.rows)) await sink.drained()
    }
    return this.rows
  }

  async close(): Promise<void> {
    await this.#writing
    await this.#file.close()
  }
}

const noRoom = (cause: unknown) =>
  new ConnectorError(
    {
      code: 'DISK_FULL',
      message: sentence`The rows could not be held on the disk of the worker until their checks had passed: ${cause instanceof Error ? cause.message : String(cause)}.`,
      hint: sentence`Nothing was sent. Make room in the folder for temporary files, or let the stream bring fewer rows.`,
      retryable: true,
    },
    { cause },
  )

const isWhole = (fields: readonly number[], width: number) =>
  fields.length === width && fields.every((field, at) => field === at)

function cutter(fields: readonly number[]) {
  const decoder = new RowDecoder()
  const encoder = new RowEncoder()
  return (frames: Buffer) => {
    for (const row of decoder.push(frames)) encoder.add(fields.map((field) => row[field] ?? null))
    return encoder.take()
  }
}
