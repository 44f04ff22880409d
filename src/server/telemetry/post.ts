import { makeDialler } from '../../engine/net/dialler.ts'
import { httpsThrough } from '../../engine/net/https-through.ts'
import { describeError } from '../host/describe-error.ts'
import type { Log } from '../host/log.ts'
import type { TelemetrySettings } from './telemetry-settings.ts'

/** @returns whether the collector took it; never rejects */
export type Post = (path: string, body: object, timeoutMs: number) => Promise<boolean>

/** Sends to the operator's collector. */
export function makePost({ endpoint, headers }: TelemetrySettings, log: Log): Post {
  // The operator has named the address, so private networks are as allowed as for the mail server.
  const dialler = makeDialler({ allowPrivate: true })
  let isFailing = false
  return async (path, body, timeoutMs) => {
    try {
      const call = {
        url: `${endpoint}${path}`,
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      } as const
      const response = await httpsThrough(dialler, call, AbortSignal.timeout(timeoutMs))
      response.resume()
      const { statusCode: status = 0 } = response
      if (status < 200 || status > 299) throw new Error(`the collector answered ${status}`)
      isFailing = false
      return true
    } catch (error) {
      // Once, not every five seconds.
      if (!isFailing) log.warn('telemetry', { endpoint, error: describeError(error) })
      isFailing = true
      return false
    }
  }
}
