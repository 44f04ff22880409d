import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request } from 'node:https'
import { connect } from 'node:tls'
import { defined } from '../../core/catalog/defined.ts'
import type { Dialler } from '../ports/dialler.ts'

export interface HttpsCall {
  /** An https address, or an http address where the caller allows one. */
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * One request to an address that people have entered, through the only way out, so that the operator's rules of addresses hold.
 * Follows no redirect. @returns the answer with its headers; the body is still to be read. @throws ConnectorError of the dialler, or an error of Node
 */
export async function httpsThrough(
  dialler: Dialler,
  { url, method, headers, body }: HttpsCall,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { protocol, hostname, port } = new URL(url)
  const isPlain = protocol === 'http:'
  const usual = isPlain ? 80 : 443
  const socket = await dialler.connect(await dialler.resolve(hostname, signal), Number(port || usual), signal)
  const servername = hostname.replace(/^\[|\]$/g, '')
  const call = (isPlain ? requestPlain : request)(url, {
    method,
    signal,
    headers: {
      'user-agent': 'Millrace',
      ...headers,
      ...defined({ 'content-length': body === undefined ? undefined : Buffer.byteLength(body) }),
    },
    createConnection: () =>
      isPlain ? socket : connect({ socket, host: servername, servername, ALPNProtocols: ['http/1.1'] }),
  })
  return new Promise((resolve, reject) => {
    call.on('response', resolve).on('error', reject).end(body)
  })
}
