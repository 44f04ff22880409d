import { createHmac } from 'node:crypto'

export interface SignedContent {
  /** Of the message: the same at every try, so that a receiver can leave out what it has already. */
  readonly id: string
  /** Seconds since 1970; receivers refuse what is older than a few minutes. */
  readonly timestamp: number
  readonly body: string
}

/**
 * The headers that prove a message's origin, age and wholeness, as Standard Webhooks 1.0 has them: HMAC-SHA256 over
 * `id.timestamp.body`, once for each secret that is good at the moment.
 */
export function webhookHeaders({ id, timestamp, body }: SignedContent, secrets: readonly string[]) {
  const sign = (secret: string) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(sign).join(' '),
  }
}
