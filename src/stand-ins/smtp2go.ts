import { startVendorServer, type VendorReply, type VendorServer } from './vendor-server.ts'

export const SMTP2GO_KEY = 'api-key-of-ada'

export interface Smtp2goMail {
  readonly sender: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text_body: string
  readonly html_body: string
  readonly attachments: readonly { readonly filename: string; readonly fileblob: string; readonly mimetype: string }[]
}

export interface Smtp2goStandIn extends Pick<VendorServer, 'address' | 'requests' | 'fail' | 'before' | 'stop'> {
  readonly sent: readonly Smtp2goMail[]
  /** Addresses at `rejected` are refused while the call succeeds; `blockedUntil` is when calls are taken again. */
  readonly settings: { maySend: boolean; maySeeStatistics: boolean; rejected: string[]; blockedUntil: number }
}

const LARGEST = 10_000_000
const refused = (status: number, error: string, code: string): VendorReply => ({
  status,
  body: { request_id: 'aa1', data: { error, error_code: `E_ApiResponseCodes.${code}` } },
})

/** SMTP2GO's sending and statistics (API v3), with its limits and refusals. */
export async function startSmtp2go(now: () => number = Date.now): Promise<Smtp2goStandIn> {
  const sent: Smtp2goMail[] = []
  const settings: Smtp2goStandIn['settings'] = { maySend: true, maySeeStatistics: true, rejected: [], blockedUntil: 0 }

  const server = await startVendorServer(({ method, path, headers, body }) => {
    if (now() < settings.blockedUntil) return refused(429, 'Too many requests', 'TOO_MANY_REQUESTS')
    if (method !== 'POST') return refused(404, 'Unknown endpoint', 'ENDPOINT_NOT_FOUND')
    if (headers['x-smtp2go-api-key'] !== SMTP2GO_KEY)
      return refused(401, 'The API key is not valid', 'API_KEY_NOT_VALID')
    if (path === '/v3/stats/email_summary') {
      if (!settings.maySeeStatistics)
        return refused(403, 'This API key may not use this endpoint', 'ENDPOINT_PERMISSION_DENIED')
      return { status: 200, body: { request_id: 'aa1', data: { email_count: 0 } } }
    }
    if (path !== '/v3/email/send') return refused(404, 'Unknown endpoint', 'ENDPOINT_NOT_FOUND')
    if (!settings.maySend) return refused(403, 'This API key may not use this endpoint', 'ENDPOINT_PERMISSION_DENIED')
    if (body.length > LARGEST) return refused(400, 'The message is too large', 'NON_VALIDATING_IN_PAYLOAD')
    const mail = JSON.parse(body.toString()) as Smtp2goMail
    const isValid =
      /^([^<>,;\r\n]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>,;]+@[^\s@<>,;]+)$/.test(mail.sender) &&
      mail.to.length >= 1 &&
      mail.to.length <= 100 &&
      mail.subject !== '' &&
      !/[\r\n]/.test(mail.subject) &&
      (mail.text_body !== '' || mail.html_body !== '')
    if (!isValid) return refused(400, 'The payload does not validate', 'NON_VALIDATING_IN_PAYLOAD')
    const failures = mail.to.filter((to) => settings.rejected.some((address) => to.includes(address)))
    const to = mail.to.filter((address) => !failures.includes(address))
    if (to.length > 0) sent.push({ ...mail, to })
    return {
      status: 200,
      body: { request_id: 'aa1', data: { succeeded: to.length, failed: failures.length, failures, email_id: '1abc' } },
    }
  })
  const { address, requests, fail, before, stop } = server
  return { address, requests, fail, before, stop, sent, settings }
}
