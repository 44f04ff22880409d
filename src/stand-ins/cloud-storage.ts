import type { GoogleCloudSettings } from './google-cloud-settings.ts'
import { refused } from './google-refusal.ts'
import type { VendorReply, VendorRequest } from './vendor-server.ts'

const CHUNK = 256 * 1024

interface Upload {
  readonly name: string
  readonly parts: Buffer[]
  length: number
}

interface Options {
  readonly account: string
  readonly bucket: string
  readonly settings: GoogleCloudSettings
}

/** One bucket of Cloud Storage with resumable uploads. */
export class CloudStorage {
  readonly objects = new Map<string, Buffer>()
  readonly #uploads = new Map<string, Upload>()
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** @returns nothing for a path of another API */
  answer(request: VendorRequest, address: string): VendorReply | undefined {
    const { method, path, query, headers, body } = request
    if (!path.startsWith('/upload/') && !path.startsWith('/storage/')) return undefined
    if (!decodeURIComponent(path).includes(`/b/${this.#options.bucket}`))
      return refused(404, 'notFound', 'The specified bucket does not exist.')
    if (method === 'POST') return this.#beginUpload(request, address)
    if (method === 'PUT') return this.#put(query.get('upload_id') ?? '', String(headers['content-range'] ?? ''), body)
    const [, name = ''] = /\/o\/(.+)$/.exec(path) ?? []
    if (method === 'DELETE') return { status: this.objects.delete(decodeURIComponent(name)) ? 204 : 404 }
    return this.#read(path, query)
  }

  #beginUpload({ path, query }: VendorRequest, address: string): VendorReply {
    const { account, settings } = this.#options
    if (!settings.permissions.includes('storage.objects.create'))
      return refused(403, 'forbidden', `${account} does not have storage.objects.create access`)
    const id = `upload-${this.#uploads.size}`
    this.#uploads.set(id, { name: query.get('name') ?? '', parts: [], length: 0 })
    return { status: 200, headers: { location: `${address}${path}?uploadType=resumable&upload_id=${id}` } }
  }

  #read(path: string, query: URLSearchParams): VendorReply {
    const { settings } = this.#options
    if (path.endsWith('/iam/testPermissions')) {
      const permissions = query.getAll('permissions').filter((name) => settings.permissions.includes(name))
      return { status: 200, body: { kind: 'storage#testIamPermissionsResponse', permissions } }
    }
    if (path.endsWith('/o')) {
      const items = [...this.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? ''))
      return { status: 200, body: { items: items.map((key) => ({ name: key })) } }
    }
    return { status: 200, body: { location: settings.bucketLocation } }
  }

  #put(id: string, range: string, bytes: Buffer): VendorReply {
    const upload = this.#uploads.get(id)
    if (!upload) return refused(404, 'notFound', 'No such upload')
    const progress = () =>
      upload.length > 0 ? { range: `bytes=0-${upload.length - 1}` } : ({} as Record<string, string>)
    // The whole length may be unknown until the last chunk.
    const [, start, end, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(range) ?? []
    if (total === undefined) return refused(400, 'badRequest', 'Invalid Content-Range')
    if (start === undefined) {
      return this.objects.has(upload.name) ? { status: 200, body: {} } : { status: 308, headers: progress() }
    }
    const isLast = Number(end) + 1 === Number(total)
    if (Number(end) - Number(start) + 1 !== bytes.length || (!isLast && bytes.length % CHUNK !== 0))
      return refused(400, 'badRequest', 'Chunks must be a multiple of 256 KiB')
    if (Number(start) !== upload.length) return refused(400, 'badRequest', 'Not where the upload is')
    upload.parts.push(bytes)
    upload.length += bytes.length
    if (!isLast) return { status: 308, headers: progress() }
    this.objects.set(upload.name, Buffer.concat(upload.parts))
    return { status: 200, body: { name: upload.name } }
  }
}
