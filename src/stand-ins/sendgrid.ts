import { randomBytes } from 'node:crypto'

import { startVendorServer, type VendorReply, type VendorRequest, type VendorServer } from './vendor-server.ts'

export const SENDGRID_KEY = 'SG.key-of-ada'

export interface SentMail {
  readonly from: { readonly email: string; readonly name?: string }
  readonly to: readonly { readonly email: string; readonly name?: string }[]
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachment: string
  readonly filename: string
}

export interface SendGridStandIn extends Pick<VendorServer, 'address' | 'requests' | 'fail' | 'before' | 'stop'> {
  /** What recipients have got. */
  readonly sent: readonly SentMail[]
  readonly settings: { scopes: string[]; verifiedSenders: string[]; callsLeft: number; resetsAt: number }
}

interface MailSend {
  readonly personalizations?: readonly { readonly to?: SentMail['to'] }[]
  readonly from?: SentMail['from']
  readonly subject?: string
  readonly content?: readonly { readonly type: string; readonly value: string }[]
  readonly attachments?: readonly {
    readonly content: string
    readonly filename: string
    readonly type?: string
    readonly disposition?: string
  }[]
}

const LARGEST = 30 * 1024 * 1024
const refused = (status: number, message: string, field: string | null = null): VendorReply => ({
  status,
  body: { errors: [{ message, field, help: null }] },
})

/** SendGrid's Mail Send v3 and scopes, with its limits and refusals. */
export async function startSendGrid(now: () => number = Date.now): Promise<SendGridStandIn> {
  const sent: SentMail[] = []
  const settings = {
    scopes: ['mail.send'],
    verifiedSenders: ['reports@example.com'],
    callsLeft: Number.POSITIVE_INFINITY,
    resetsAt: 0,
  }

  const send = ({ body, headers }: VendorRequest): VendorReply => {
    if (!settings.scopes.includes('mail.send')) return refused(403, 'access forbidden')
    if (!headers['content-type']?.startsWith('application/json'))
      return refused(415, 'Content-Type should be application/json.')
    if (body.length > LARGEST) return refused(413, 'The size of the message exceeds the limit')
    const mail = JSON.parse(body.toString()) as MailSend
    const problem = problemWith(mail)
    if (problem) return refused(400, ...problem)
    const { from, content = [], attachments = [] } = mail
    if (!from || !settings.verifiedSenders.includes(from.email)) {
      return refused(403, 'The from address does not match a verified Sender Identity.', 'from')
    }
    const [attachment] = attachments
    sent.push({
      from,
      to: mail.personalizations?.flatMap(({ to = [] }) => to) ?? [],
      subject: mail.subject ?? '',
      text: content[0]?.value ?? '',
      html: content[1]?.value ?? '',
      attachment: Buffer.from(attachment?.content ?? '', 'base64').toString(),
      filename: attachment?.filename ?? '',
    })
    return { status: 202, headers: { 'x-message-id': randomBytes(8).toString('hex') } }
  }

  const server = await startVendorServer((request) => {
    if (request.headers.authorization !== `Bearer ${SENDGRID_KEY}`)
      return refused(401, 'The provided authorization grant is invalid, expired, or revoked')
    if (now() < settings.resetsAt && settings.callsLeft <= 0) {
      return {
        ...refused(429, 'too many requests'),
        headers: { 'x-ratelimit-reset': String(Math.ceil(settings.resetsAt / 1_000)) },
      }
    }
    settings.callsLeft--
    if (request.method === 'GET' && request.path === '/v3/scopes')
      return { status: 200, body: { scopes: settings.scopes } }
    if (request.method === 'POST' && request.path === '/v3/mail/send') return send(request)
    return refused(404, 'Not Found')
  })
  const { address, requests, fail, before, stop } = server
  return { address, requests, fail, before, stop, sent, settings }
}

function problemWith({
  personalizations = [],
  from,
  subject = '',
  content = [],
  attachments = [],
}: MailSend): [message: string, field: string] | undefined {
  const recipients = personalizations.flatMap(({ to = [] }) => to)
  if (recipients.length === 0)
    return [
      'The to array is required for all personalization objects, and must have at least one email object.',
      'personalizations.0.to',
    ]
  if (recipients.length > 1_000 || personalizations.length > 1_000) return ['Too many recipients.', 'personalizations']
  if (new Set(recipients.map(({ email }) => email.toLowerCase())).size < recipients.length)
    return [
      'Each email address in the personalization block should be unique between to, cc, and bcc.',
      'personalizations',
    ]
  for (const { email, name = '' } of [...recipients, ...(from ? [from] : [])]) {
    if (!/^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(email))
      return ['Does not contain a valid address.', 'personalizations.0.to.0.email']
    if (/[,;\r\n]/.test(name)) return ['The name may not contain , or ;', 'from.name']
  }
  if (!/^\p{ASCII}*$/u.test(from?.email ?? '')) return ['Unicode is not supported in from', 'from.email']
  if (subject === '') return ['The subject is required.', 'subject']
  if (/[\r\n]/.test(subject)) return ['The subject may not contain line breaks', 'subject']
  if (content[0]?.type !== 'text/plain' || content.some(({ value }) => value === ''))
    return ['text/plain must be first, then text/html, and none may be empty.', 'content']
  for (const { content: encoded, filename } of attachments) {
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded) || encoded === '')
      return ['The attachment content must be base64 encoded.', 'attachments.0.content']
    if (/[\r\n;]/.test(filename)) return ['The filename may not contain CRLF or ;', 'attachments.0.filename']
  }
  return undefined
}
