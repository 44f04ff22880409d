import { httpsThrough } from '../../engine/net/https-through.ts'
import type { Dialler } from '../../engine/ports/dialler.ts'
import type { FetchJson } from './issuer-keys.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024 * 1024

/** Reads JSON of an address within 10 s, by the rules of outgoing connections. @throws Error with a reason for people */
export const fetchJsonThrough =
  (dialler: Dialler): FetchJson =>
  async (url) => {
    const call = { url: url.href, method: 'GET', headers: { accept: 'application/json' } } as const
    const response = await httpsThrough(dialler, call, AbortSignal.timeout(TIMEOUT_MS))
    if (response.statusCode !== 200) throw new Error(`${url.href} answered ${response.statusCode}`)
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > MAX_BYTES) throw new Error(`${url.href} answered more than a megabyte`)
      chunks.push(chunk)
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  }
