import { z } from 'zod/mini'
import { sentence } from '../../../core/catalog/sentence.ts'

import type { Problem } from '../../ports/connector.ts'
import { jsonAs, jsonIn, type VendorAnswer } from '../vendor-api/vendor-call.ts'
import { makeVendorClient } from '../vendor-api/vendor-client.ts'
import { VendorError } from '../vendor-api/vendor-error.ts'
import { formatEmailAddress } from './email-address.ts'
import type { EmailVendor } from './email-vendor.ts'
import type { EmailVendorOptions } from './sendgrid.ts'

const VENDOR = 'SMTP2GO'

/** After its limit SMTP2GO accepts no calls for at least a minute, and does not say for how long. */
const PAUSE_MS = 60_000

const answer = z.object({
  data: z.object({ succeeded: z.number(), failed: z.number(), failures: z._default(z.array(z.unknown()), []) }),
})

/** SMTP2GO's API v3 (developers.smtp2go.com). */
export function makeSmtp2go({ apiKey, ...options }: EmailVendorOptions): EmailVendor {
  const client = makeVendorClient({
    ...options,
    vendor: VENDOR,
    authorize: () => ({ 'x-smtp2go-api-key': apiKey }),
    askedPause: () => PAUSE_MS,
    explain,
  })

  return {
    name: VENDOR,
    // A message may have at most 10 MB in total, and base64 turns three bytes into four.
    largestAttachment: 7_000_000,

    // A key that may only send gets a 403 for statistics, but it is a valid key.
    check: () =>
      client.call({
        method: 'POST',
        path: '/v3/stats/email_summary',
        body: {},
        isRepeatable: true,
        accepts: [403],
        read: ({ status }) =>
          status === 403
            ? sentence`The key is known. Its permission to send is checked when a message is sent`
            : sentence`The key is known`,
      }),

    send: async ({ from, to, subject, text, html, attachment }) => {
      const { data } = await client.call({
        method: 'POST',
        path: '/v3/email/send',
        body: {
          sender: formatEmailAddress(from),
          to: to.map(formatEmailAddress),
          subject,
          text_body: text,
          html_body: html,
          attachments: [
            {
              filename: attachment.filename,
              mimetype: 'text/csv',
              fileblob: attachment.content.toString('base64'),
            },
          ],
        },
        read: jsonAs(answer),
      })
      if (data.failed > 0) throw notForAll(data)
    },
  }
}

/** Status 200 means that the call was valid, not that every message was accepted. */
function notForAll({ succeeded, failed, failures }: z.infer<typeof answer>['data']): VendorError {
  const why = failures
    .map(String)
    .join('; ')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 500)
  const problem: Problem = {
    code: succeeded > 0 ? 'DELIVERY_INCOMPLETE' : 'VENDOR_REFUSED',
    message:
      failed === 1
        ? sentence`SMTP2GO took ${succeeded} and refused 1 message: ${why}`
        : sentence`SMTP2GO took ${succeeded} and refused ${failed} messages: ${why}`,
    hint: sentence`Check the addresses, and the senders and domains that are verified at SMTP2GO.`,
    field: 'to_email',
    retryable: false,
  }
  return new VendorError(problem, { status: 200, isAmbiguous: succeeded > 0 })
}

const errorFields = z.object({ error: z.optional(z.string()), error_code: z.optional(z.string()) })
const errorBody = z.object({ ...errorFields.shape, data: z.optional(errorFields) })

/** In the documentation the error is sometimes in `data` and sometimes beside it. */
function explain(refused: VendorAnswer): Partial<Problem> | undefined {
  const { data } = z.safeParse(errorBody, jsonIn(refused))
  if (refused.status === 401)
    return { hint: sentence`Enter a new API key in the integration.`, field: 'integration_id' }
  if (refused.status === 403) {
    return {
      message: sentence`The SMTP2GO API key may not send mail.`,
      hint: sentence`Give the key the permission for /email/send in SMTP2GO’s settings.`,
      field: 'integration_id',
    }
  }
  const error = data?.data?.error ?? data?.error
  return error === undefined ? undefined : { message: sentence`SMTP2GO refused: ${error}` }
}
