import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface VendorRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface VendorReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes and text are sent as they are, anything else as JSON. */
  readonly body?: unknown
}

/**
 * What goes wrong instead: a reply; the connection ends before the work is done (`drop`), or after it but before the answer
 * (`lose-answer`), or within the answer (`cut`); or nothing ever happens (`hang`).
 */
export type Fault = VendorReply | 'drop' | 'lose-answer' | 'cut' | 'hang'

export interface VendorServer {
  readonly address: string
  /** Every call, those that went wrong too. */
  readonly requests: readonly VendorRequest[]
  /** Goes wrong once, with the next call or the next that is meant. */
  fail(fault: Fault, isMatch?: (request: VendorRequest) => boolean): void
  /** Something that happens once, just before the call that is meant is answered. */
  before(isMatch: (request: VendorRequest) => boolean, act: () => void): void
  stop(): Promise<void>
}

/** An HTTP server on this machine that a vendor's stand-in answers through. */
export async function startVendorServer(
  answer: (request: VendorRequest) => VendorReply | Promise<VendorReply>,
): Promise<VendorServer> {
  const requests: VendorRequest[] = []
  const events: { isMatch: (request: VendorRequest) => boolean; act: () => void }[] = []
  const faults: { fault: Fault; isMatch: (request: VendorRequest) => boolean }[] = []

  const server = createServer(async (incoming, response) => {
    const body = await bodyOf(incoming)
    if (!body) return
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://stand-in')
    const request = {
      method: incoming.method ?? '',
      path: pathname,
      query: searchParams,
      headers: incoming.headers,
      body,
    }
    requests.push(request)
    const event = events.findIndex(({ isMatch }) => isMatch(request))
    if (event >= 0) events.splice(event, 1)[0]?.act()
    const at = faults.findIndex(({ isMatch }) => isMatch(request))
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault
    if (fault === 'hang') return
    if (fault === 'drop') {
      response.destroy()
      return
    }
    if (typeof fault === 'object') {
      send(response, fault)
      return
    }
    const reply = await answer(request)
    if (fault === 'lose-answer') response.destroy()
    else if (fault === 'cut') cut(response, reply)
    else send(response, reply)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail: (fault, isMatch = () => true) => faults.push({ fault, isMatch }),
    before: (isMatch, act) => events.push({ isMatch, act }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** @returns undefined when whoever called was gone before all of it had come */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
  try {
    return Buffer.concat(await incoming.toArray())
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, reply: VendorReply): void {
  const [type, bytes] = encode(reply.body)
  response.writeHead(reply.status, { ...(type && { 'content-type': type }), ...reply.headers }).end(bytes)
}

/** Half of the body, with an end that says it is whole: what a broken proxy makes of an answer. */
function cut(response: ServerResponse, reply: VendorReply): void {
  const [, bytes] = encode(reply.body)
  response.writeHead(reply.status, reply.headers).end(bytes.subarray(0, bytes.length / 2))
}

function encode(body: unknown): [type: string, bytes: Buffer] {
  if (body === undefined) return ['', Buffer.alloc(0)]
  if (Buffer.isBuffer(body)) return ['application/octet-stream', body]
  if (typeof body === 'string') return ['text/html; charset=utf-8', Buffer.from(body)]
  return ['application/json; charset=UTF-8', Buffer.from(JSON.stringify(body))]
}
