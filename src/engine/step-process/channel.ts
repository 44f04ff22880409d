import type { Socket } from 'node:net'
import { deserialize, serialize } from 'node:v8'

import { releaseMemory } from '../formats/release-memory.ts'

/** The header of each message: its length in bytes, and its kind or the number of rows that begin in it. */
const MESSAGE_HEADER_BYTES = 8

/** Instead of a number of rows: the body is a message, not rows. */
const MESSAGE = 0xffffffff

/** How many bytes may wait for the other side before the writer must wait. */
const LARGEST_BACKLOG = 512 * 1024

export interface ChannelEnds {
  readonly onMessage: (message: unknown) => void
  /** Receives ownership of rows of common text, split at any place. @param rows number of rows that begin here */
  readonly onRows: (frames: Buffer, rows: number) => void
}

/** Messages and rows between two of our processes, in the order of sending. */
export class Channel {
  readonly #socket: Socket
  readonly #ends: ChannelEnds
  readonly #header = Buffer.alloc(MESSAGE_HEADER_BYTES)
  #headerBytes = 0
  #missing = 0
  /** Number of rows that begin in the missing part and have not been reported. */
  #rows = 0
  #parts: Buffer[] | undefined

  constructor(socket: Socket, ends: ChannelEnds) {
    this.#socket = socket
    this.#ends = ends
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
  }

  send(message: unknown): void {
    const body = serialize(message)
    this.#write(body, MESSAGE)
  }

  /** Takes ownership of rows of common text. False: wait for `drained`. */
  sendRows(frames: Buffer, rows: number): boolean {
    this.#write(frames, rows, () => releaseMemory(frames))
    return this.#socket.writableLength < LARGEST_BACKLOG
  }

  /** Settles when the other side has read everything, or has ended. */
  async drained(): Promise<void> {
    if (this.#socket.writableLength < LARGEST_BACKLOG || this.#socket.destroyed) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#socket.once('drain', resolve)
    this.#socket.once('close', resolve)
    await promise
    this.#socket.off('drain', resolve)
    this.#socket.off('close', resolve)
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  #write(body: Buffer, kind: number, written?: () => void): void {
    const header = Buffer.allocUnsafe(MESSAGE_HEADER_BYTES)
    header.writeUInt32LE(body.length, 0)
    header.writeUInt32LE(kind, 4)
    // Sent together, because otherwise the other side wakes up for eight bytes.
    this.#socket.cork()
    this.#socket.write(header)
    this.#socket.write(body, written)
    this.#socket.uncork()
  }

  #take(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#missing === 0) {
        const copied = chunk.copy(this.#header, this.#headerBytes, at, at + MESSAGE_HEADER_BYTES - this.#headerBytes)
        this.#headerBytes += copied
        at += copied
        if (this.#headerBytes < MESSAGE_HEADER_BYTES) return
        this.#headerBytes = 0
        this.#missing = this.#header.readUInt32LE(0)
        const kind = this.#header.readUInt32LE(4)
        this.#parts = kind === MESSAGE ? [] : undefined
        this.#rows = kind === MESSAGE ? 0 : kind
        continue
      }
      const end = Math.min(at + this.#missing, chunk.length)
      const part = at === 0 && end === chunk.length ? chunk : chunk.subarray(at, end)
      this.#missing -= end - at
      at = end
      if (this.#parts) this.#gather(this.#parts, part)
      else {
        const rows = this.#rows
        this.#rows = 0
        this.#ends.onRows(part, rows)
      }
    }
  }

  #gather(parts: Buffer[], part: Buffer): void {
    parts.push(part)
    if (this.#missing > 0) return
    this.#parts = undefined
    this.#ends.onMessage(deserialize(Buffer.concat(parts)))
  }
}
