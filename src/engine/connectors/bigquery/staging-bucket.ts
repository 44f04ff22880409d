import { z } from 'zod/mini'

import { jsonAs } from '../vendor-api/vendor-call.ts'
import type { VendorClient } from '../vendor-api/vendor-client.ts'
import { ObjectUpload } from './object-upload.ts'

const listing = z.object({
  items: z._default(z.array(z.object({ name: z.string() })), []),
  nextPageToken: z.optional(z.string()),
})

/** Our staged objects in the bucket, from which BigQuery loads rows. */
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

  /** Begins an object, which does not exist before it has ended. */
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

  /** It is no error if the object no longer exists. */
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

  /** @returns the subset of the permissions that the account has */
  permissions(asked: readonly string[]): Promise<readonly string[]> {
    return this.#client.call({
      method: 'GET',
      path: `/storage/v1/b/${encodeURIComponent(this.#bucket)}/iam/testPermissions`,
      query: asked.map((permission) => ['permissions', permission] as const),
      read: (answer) => jsonAs(z.object({ permissions: z._default(z.array(z.string()), []) }))(answer).permissions,
    })
  }

  /** @returns the location; `undefined` if the account has no permission to read it */
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
