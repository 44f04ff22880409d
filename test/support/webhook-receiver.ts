import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { serveHttps } from './serve-https.ts'

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape
  readonly message: any
  readonly body: string
  /** Whether any of its signatures is this secret's. */
  isSignedWith(secret: string): boolean
}

export interface WebhookReceiver {
  readonly url: string
  /** Everything that arrived, refused or not. */
  readonly received: readonly ReceivedWebhook[]
  /** What it answers from now on; 200 unless told. */
  answer(status: number, text: string, headers?: Record<string, string>): void
  stop(): Promise<void>
}

/** An https address of somebody who checks what arrives as Standard Webhooks 1.0 says. This process trusts its certificate. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  let answer = { status: 200, text: 'thanks', headers: {} }

  const server = await serveHttps(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const { headers } = request
    received.push({
      headers,
      message: JSON.parse(body),
      body,
      isSignedWith: (secret) => isSigned(headers, body, secret),
    })
    response.writeHead(answer.status, answer.headers).end(answer.text)
  })

  return {
    url: `${server.origin}/hooks/millrace`,
    received,
    answer: (status, text, headers = {}) => {
      answer = { status, text, headers }
    },
    stop: () => server.stop(),
  }
}

function isSigned(headers: IncomingHttpHeaders, body: string, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return String(signatures)
    .split(' ')
    .map((signature) => Buffer.from(signature.replace(/^v1,/, ''), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected))
}
