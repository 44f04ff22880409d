import { z } from 'zod/mini'

import { jsonAs } from '../vendor-api/vendor-call.ts'
import type { VendorClient } from '../vendor-api/vendor-client.ts'
import { ObjectUpload } from './object-upload.ts'

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

  /** Begins an object, of which nothing is there before it has ended. */
  upload(name: string): ObjectUpload {
    return new ObjectUpload(this.#client, this.#bucket, name)
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
