import { randomBytes } from 'node:crypto'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { startVendorServer, type VendorRequest, type VendorServer } from '../../../stand-ins/vendor-server.ts'
import { makeVendorClient } from '../vendor-api/vendor-client.ts'
import { ObjectUpload } from './object-upload.ts'

const CHUNK = 4 * 1024 * 1024
const LEAST = 256 * 1024

describe('an object on its way into a bucket', () => {
  let bucket: VendorServer
  let stored: Buffer[]
  let isWhole: boolean
  /** The part of the received bytes that the bucket keeps. */
  let keeps: (bytes: Buffer) => Buffer

  const put = ({ headers, body }: VendorRequest) => {
    const [, total] = String(headers['content-range']).split('/')
    stored.push(keeps(body))
    const { length } = Buffer.concat(stored)
    isWhole = length === Number(total)
    return isWhole ? { status: 200 } : { status: 308, headers: { range: `bytes=0-${length - 1}` } }
  }

  beforeEach(async () => {
    stored = []
    isWhole = false
    keeps = (bytes) => bytes
    bucket = await startVendorServer((request) =>
      request.method === 'POST'
        ? { status: 200, headers: { location: `${bucket.address}/upload?upload_id=1` } }
        : put(request),
    )
  })
  afterEach(() => bucket.stop())

  const begin = () => {
    const { signal } = new AbortController()
    return new ObjectUpload(makeVendorClient({ vendor: 'Bucket', address: bucket.address, signal }), 'b', 'o')
  }

  it('leaves while it is made, and is there once it has ended', async () => {
    const bytes = randomBytes(2 * CHUNK + 5)
    const upload = begin()
    for (let at = 0; at < bytes.length; at += 1_000_003) await upload.write(bytes.subarray(at, at + 1_000_003))
    await upload.settled()
    expect([Buffer.concat(stored).length, isWhole]).toEqual([2 * CHUNK, false])
    await upload.end()
    expect([Buffer.concat(stored).equals(bytes), isWhole]).toEqual([true, true])
    expect(bucket.requests.flatMap(({ headers }) => headers['content-range'] ?? [])).toEqual([
      'bytes 0-4194303/*',
      'bytes 4194304-8388607/*',
      'bytes 8388608-8388612/8388613',
    ])
  })

  it('goes on where the bucket is when that has kept a part of a chunk', async () => {
    keeps = (bytes) => bytes.subarray(0, LEAST * 6)
    const bytes = randomBytes(CHUNK + 1)
    const upload = begin()
    await upload.write(bytes)
    await upload.end()
    expect([Buffer.concat(stored).equals(bytes), isWhole]).toEqual([true, true])
  })

  it('is given up by a bucket that has lost what it had', async () => {
    const upload = begin()
    await upload.write(randomBytes(CHUNK + 1))
    await upload.settled()
    stored = []
    keeps = () => Buffer.alloc(1)
    await upload.write(randomBytes(CHUNK))
    await expect(upload.end()).rejects.toMatchObject({ problem: { code: 'VENDOR_ANSWER_UNREADABLE' } })
    expect(isWhole).toBe(false)
  })
})
