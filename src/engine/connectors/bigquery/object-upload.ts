import { releaseMemory } from '../../formats/release-memory.ts'
import type { VendorClient } from '../vendor-api/vendor-client.ts'
import { VendorError } from '../vendor-api/vendor-error.ts'

/** In bytes; a multiple of 256 KiB, which resumable uploads require for all chunks except the last. */
const CHUNK_BYTES = 4 * 1024 * 1024

/** How often the state of a chunk with a lost answer is requested before the upload fails. */
const QUESTIONS = 5

/**
 * An object that is uploaded in chunks while it is written (cloud.google.com/storage/docs/resumable-uploads): one chunk is sent while the next is
 * filled. After a lost answer, the upload asks the bucket for its position and continues there. The object exists only after all of it has arrived.
 */
export class ObjectUpload {
  readonly #client: VendorClient
  readonly #bucket: string
  readonly #name: string
  #session: URL | undefined
  #filling = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  #filled = 0
  /** Its bytes are needed until the bucket has all of them. */
  #leaving = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  #sending: Promise<void> = Promise.resolve()
  /** The number of bytes in the bucket. */
  #arrived = 0

  constructor(client: VendorClient, bucket: string, name: string) {
    this.#client = client
    this.#bucket = bucket
    this.#name = name
  }

  /** Copies the bytes; settles when there is room for them. @throws VendorError, or the signal's reason, also for earlier bytes */
  async write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      if (this.#filled === CHUNK_BYTES) await this.#sendChunk()
      const copied = bytes.copy(this.#filling, this.#filled, at)
      this.#filled += copied
      at += copied
    }
  }

  /** Sends the rest. Settles when the object exists. @throws VendorError, or the signal's reason */
  async end(): Promise<void> {
    await this.#sending
    await this.#send(this.#filling.subarray(0, this.#filled), 'last')
    releaseMemory(this.#filling)
    releaseMemory(this.#leaving)
  }

  /** Settles when no data is being sent. Never throws. */
  async settled(): Promise<void> {
    await this.#sending.catch(() => {})
  }

  async #sendChunk(): Promise<void> {
    await this.#sending
    const chunk = this.#filling
    this.#filling = this.#leaving
    this.#leaving = chunk
    this.#filled = 0
    this.#sending = this.#send(chunk)
    // Whoever writes or ends next gets the error; that nobody may do so must not end the process.
    this.#sending.catch(() => {})
  }

  async #send(chunk: Buffer<ArrayBuffer>, last?: 'last'): Promise<void> {
    const start = this.#arrived
    const end = start + chunk.length
    const whole = last ? String(end) : '*'
    this.#session ??= await this.#begin()
    for (let questions = 0; this.#arrived < end; ) {
      const rest = chunk.subarray(this.#arrived - start)
      try {
        this.#arrived = await this.#put(rest, `bytes ${this.#arrived}-${end - 1}/${whole}`, { start, end, last })
        questions = 0
      } catch (error) {
        if (!(error instanceof VendorError && error.isAmbiguous) || ++questions > QUESTIONS) throw error
        this.#arrived = await this.#put(Buffer.alloc(0), `bytes */${whole}`, { start, end, last })
      }
    }
  }

  #begin(): Promise<URL> {
    return this.#client.call({
      method: 'POST',
      path: `/upload/storage/v1/b/${encodeURIComponent(this.#bucket)}/o`,
      query: [
        ['uploadType', 'resumable'],
        ['name', this.#name],
      ],
      headers: { 'x-upload-content-type': 'application/octet-stream' },
      body: {},
      isRepeatable: true,
      read: ({ headers }) => new URL(headers.get('location') ?? ''),
    })
  }

  /** @returns the number of bytes in the bucket */
  #put(bytes: Buffer<ArrayBuffer>, range: string, { start, end, last }: Chunk): Promise<number> {
    const session = this.#session as URL
    return this.#client.call({
      method: 'PUT',
      path: session.pathname,
      query: [...session.searchParams],
      headers: { 'content-range': range },
      body: bytes,
      accepts: [308],
      read: ({ status, headers }) => {
        if (status !== 308) return end
        const at = /^bytes=0-(\d+)$/.exec(headers.get('range') ?? '')?.[1]
        const arrived = at === undefined ? 0 : Number(at) + 1
        if (arrived < start || arrived > end || (last && arrived === end)) throw new Error('not where the upload is')
        return arrived
      },
    })
  }
}

/** The start and the end of a chunk in its object. */
interface Chunk {
  readonly start: number
  readonly end: number
  readonly last: 'last' | undefined
}
