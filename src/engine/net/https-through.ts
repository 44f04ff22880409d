import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { connect } from 'node:tls'

import type { Dialler } from './dialler.ts'

export interface HttpsCall {
  /** An https address. */
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * One HTTPS request to an address that people have entered, through the only way out, so that the operator's rules of addresses hold.
 * Follows no redirect. @returns the answer with its headers; the body is still to be read. @throws ConnectorError of the dialler, or an error of Node
 */
export async function httpsThrough(
  dialler: Dialler,
  { url, method, headers, body }: HttpsCall,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { hostname, port } = new URL(url)
  const socket = await dialler.connect(await dialler.resolve(hostname, signal), Number(port || 443), signal)
  const servername = hostname.replace(/^\[|\]$/g, '')
  const call = request(url, {
    method,
    signal,
    headers: {
      'user-agent': 'Millrace',
      ...headers,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
    createConnection: () => connect({ socket, host: servername, servername, ALPNProtocols: ['http/1.1'] }),
  })
  return new Promise((resolve, reject) => {
    call.on('response', resolve).on('error', reject).end(body)
  })
}
