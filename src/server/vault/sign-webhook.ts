import { createHmac } from 'node:crypto'

export interface SignedContent {
  /** The id of the message: the same at every attempt, so that a receiver can ignore duplicates. */
  readonly id: string
  /** Seconds since 1970; receivers refuse messages older than a few minutes. */
  readonly timestamp: number
  readonly body: string
}

/**
 * The headers that prove a message's origin, age and integrity, according to Standard Webhooks 1.0: HMAC-SHA256 over
 * `id.timestamp.body`, once for each secret that is currently valid.
 */
export function webhookHeaders(content: SignedContent, secrets: readonly string[]) {
  return {
    'webhook-id': content.id,
    'webhook-timestamp': String(content.timestamp),
    'webhook-signature': secrets.map((secret) => signatureOf(content, secret)).join(' '),
  }
}

/** One signature with its version, as it stands in the header. */
export function signatureOf({ id, timestamp, body }: SignedContent, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
