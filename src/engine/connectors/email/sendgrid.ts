import { z } from 'zod/mini'
import { sentence } from '../../../core/catalog/sentence.ts'

import { ConnectorError, type Problem } from '../../ports/connector.ts'
import { readRetryAfter } from '../vendor-api/retry-policy.ts'
import { jsonAs, jsonIn, type VendorAnswer } from '../vendor-api/vendor-call.ts'
import { makeVendorClient, type VendorClientOptions } from '../vendor-api/vendor-client.ts'
import type { EmailVendor } from './email-vendor.ts'

const VENDOR = 'SendGrid'

export type EmailVendorOptions = Pick<VendorClientOptions, 'address' | 'signal' | 'clock' | 'retries'> & {
  readonly apiKey: string
}

/** SendGrid's Mail Send v3 (twilio.com/docs/sendgrid/api-reference/mail-send). */
export function makeSendGrid({ apiKey, ...options }: EmailVendorOptions): EmailVendor {
  const client = makeVendorClient({
    ...options,
    vendor: VENDOR,
    authorize: () => ({ authorization: `Bearer ${apiKey}` }),
    askedPause: (headers, now) => readRetryAfter(headers, now) ?? untilReset(headers, now),
    explain,
  })

  return {
    name: VENDOR,
    // A message may have at most 30 MB in total, and base64 turns three bytes into four.
    largestAttachment: 20_000_000,

    check: async () => {
      const scopes = await client.call({
        method: 'GET',
        path: '/v3/scopes',
        read: jsonAs(z.object({ scopes: z.array(z.string()) })),
      })
      if (scopes.scopes.includes('mail.send')) return sentence`The key may send mail`
      throw new ConnectorError({
        code: 'PERMISSION_MISSING',
        message: sentence`The API key may not send mail.`,
        hint: sentence`Give the key the permission “Mail Send” (mail.send) in SendGrid’s settings.`,
        field: 'integration_id',
      })
    },

    send: ({ from, to, subject, text, html, attachment }) =>
      client.call({
        method: 'POST',
        path: '/v3/mail/send',
        body: {
          personalizations: [{ to }],
          from,
          subject,
          content: [
            { type: 'text/plain', value: text },
            { type: 'text/html', value: html },
          ],
          attachments: [
            {
              content: attachment.content.toString('base64'),
              type: 'text/csv',
              filename: attachment.filename,
              disposition: 'attachment',
            },
          ],
        },
        read: () => undefined,
      }),
  }
}

/** The end of SendGrid's rate limit, in seconds since 1970. */
function untilReset(headers: Headers, now: number): number | undefined {
  const at = Number(headers.get('x-ratelimit-reset') ?? Number.NaN)
  return Number.isNaN(at) ? undefined : Math.max(at * 1_000 - now, 0)
}

const errorBody = z.object({ errors: z.array(z.object({ message: z.string(), field: z.nullish(z.string()) })) })

function explain(answer: VendorAnswer): Partial<Problem> | undefined {
  const { data } = z.safeParse(errorBody, jsonIn(answer))
  const [first] = data?.errors ?? []
  if (answer.status === 401) return { hint: sentence`Enter a new API key in the integration.`, field: 'integration_id' }
  if (!first) return undefined
  const message = sentence`SendGrid refused: ${first.message}`
  // For an unverified sender the answer is a 403 with an error that names the field.
  if (answer.status === 403 && first.field === 'from') {
    return {
      code: 'SENDER_NOT_VERIFIED',
      message: message,
      hint: sentence`Verify the sender or its domain in SendGrid’s settings.`,
      field: 'from_email',
    }
  }
  return { message: message }
}
