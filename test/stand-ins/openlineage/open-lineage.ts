import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { serveHttps } from '../../support/serve-https.ts'
import { makeEventCheck } from './event-check.ts'

export interface ReceivedEvent {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  readonly event: any
}

export interface OpenLineageStandIn {
  readonly url: string
  /** The accepted events, in the order of their arrival. */
  readonly events: readonly ReceivedEvent[]
  /** Why others were refused. */
  readonly refusals: readonly string[]
  /** It answers 503 while it is away. */
  isAway: boolean
  stop(): Promise<void>
}

/** A catalogue that takes OpenLineage: what does not fit the official schemas of events and facets is refused, and names that Marquez refuses. */
export async function startOpenLineage({ isPlain = false, key }: { isPlain?: boolean; key?: string } = {}) {
  const check = makeEventCheck()
  const events: ReceivedEvent[] = []
  const refusals: string[] = []
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = (status: number, text = '') => response.writeHead(status).end(text)
    if (standIn.isAway) return answer(503, 'away')
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) return answer(401, 'no such key')
    if (request.method !== 'POST' || request.url !== '/api/v1/lineage') return answer(404)
    const event = JSON.parse(Buffer.concat(chunks).toString())
    const problem = check(event)
    if (problem !== undefined) {
      refusals.push(problem)
      return answer(422, problem)
    }
    events.push({ path: request.url, headers: request.headers, event })
    return answer(201)
  }
  const server = isPlain ? await serveHttp(listener) : await serveHttps(listener)
  const standIn: OpenLineageStandIn = {
    url: server.origin,
    events,
    refusals,
    isAway: false,
    stop: server.stop,
  }
  return standIn
}

async function serveHttp(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
