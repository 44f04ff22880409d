import { z } from 'zod/mini'

import { jsonAs } from '../http/vendor-call.ts'
import type { VendorClient } from '../http/vendor-client.ts'
import { VendorError } from '../http/vendor-error.ts'

/** A multiple of 256 KiB, as resumable uploads demand of all chunks but the last; in bytes. */
const CHUNK_BYTES = 8 * 1024 * 1024

/** How often a chunk whose fate is not known is asked after, before the upload is given up. */
const QUESTIONS = 5

const listing = z.object({
  items: z._default(z.array(z.object({ name: z.string() })), []),
  nextPageToken: z.optional(z.string()),
})

/** Objects of ours in the bucket through which rows come into BigQuery. */
export class StagingBucket {
  readonly #client: VendorClient
  readonly #bucket: string

  constructor(client: VendorClient, bucket: string) {
    this.#client = client
    this.#bucket = bucket
  }

  uriOf(name: string): string {
    return `gs://${this.#bucket}/${name}`
  }

  /**
   * Uploads an object in chunks (cloud.google.com/storage/docs/resumable-uploads): a chunk whose answer was lost is asked after and
   * goes on where the bucket says. The object exists only when all of it has arrived.
   */
  async upload(name: string, bytes: Buffer): Promise<void> {
    const session = await this.#client.call({
      method: 'POST',
      path: `/upload/storage/v1/b/${encodeURIComponent(this.#bucket)}/o`,
      query: [
        ['uploadType', 'resumable'],
        ['name', name],
      ],
      headers: { 'x-upload-content-type': 'application/octet-stream' },
      body: {},
      isRepeatable: true,
      read: ({ headers }) => new URL(headers.get('location') ?? ''),
    })
    let sent = 0
    let questions = 0
    while (sent < bytes.length) {
      const end = Math.min(sent + CHUNK_BYTES, bytes.length)
      try {
        sent = await this.#put(session, bytes.subarray(sent, end), `bytes ${sent}-${end - 1}/${bytes.length}`, end)
        questions = 0
      } catch (error) {
        if (!(error instanceof VendorError && error.isAmbiguous) || ++questions > QUESTIONS) throw error
        sent = await this.#put(session, Buffer.alloc(0), `bytes */${bytes.length}`, bytes.length)
      }
    }
  }

  /** @returns how many bytes the bucket has */
  #put(session: URL, bytes: Buffer, range: string, whole: number): Promise<number> {
    return this.#client.call({
      method: 'PUT',
      path: session.pathname,
      query: [...session.searchParams],
      headers: { 'content-range': range },
      body: new Uint8Array(bytes),
      accepts: [308],
      read: ({ status, headers }) => {
        if (status !== 308) return whole
        const last = /^bytes=0-(\d+)$/.exec(headers.get('range') ?? '')?.[1]
        return last === undefined ? 0 : Number(last) + 1
      },
    })
  }

  async list(prefix: string): Promise<readonly string[]> {
    const names: string[] = []
    let pageToken: string | undefined
    do {
      const page: z.infer<typeof listing> = await this.#client.call({
        method: 'GET',
        path: `/storage/v1/b/${encodeURIComponent(this.#bucket)}/o`,
        query: [['prefix', prefix], ...(pageToken === undefined ? [] : [['pageToken', pageToken] as const])],
        read: jsonAs(listing),
      })
      names.push(...page.items.map(({ name }) => name))
      pageToken = page.nextPageToken
    } while (pageToken !== undefined)
    return names
  }

  /** An object that is gone already is as good. */
  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) {
      await this.#client.call({
        method: 'DELETE',
        path: `/storage/v1/b/${encodeURIComponent(this.#bucket)}/o/${encodeURIComponent(name)}`,
        accepts: [404],
        isRepeatable: true,
        read: () => undefined,
      })
    }
  }

  /** @returns those of the permissions that the account has */
  permissions(asked: readonly string[]): Promise<readonly string[]> {
    return this.#client.call({
      method: 'GET',
      path: `/storage/v1/b/${encodeURIComponent(this.#bucket)}/iam/testPermissions`,
      query: asked.map((permission) => ['permissions', permission] as const),
      read: (answer) => jsonAs(z.object({ permissions: z._default(z.array(z.string()), []) }))(answer).permissions,
    })
  }

  /** @returns where it is; `undefined` when the account may not know */
  location(): Promise<string | undefined> {
    return this.#client.call({
      method: 'GET',
      path: `/storage/v1/b/${encodeURIComponent(this.#bucket)}`,
      query: [['fields', 'location']],
      accepts: [403],
      read: (answer) =>
        answer.status === 403 ? undefined : jsonAs(z.object({ location: z.string() }))(answer).location,
    })
  }
}
