import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError, type Endpoint } from '../../ports/connector.ts'
import { type EmailAddress, parseEmailAddress } from './email-address.ts'
import { PLACEHOLDERS, unknownPlaceholder } from './message-template.ts'

export interface EmailSettings {
  readonly to: readonly EmailAddress[]
  readonly from: EmailAddress
  readonly subject: string
  /** If empty, a default text is used. */
  readonly body: string
  readonly apiKey: string
}

/** SMTP2GO’s limit; SendGrid’s is higher. */
export const MAX_RECIPIENTS = 100
const LONGEST_SUBJECT = 200

/** @throws ConnectorError that names the field */
export function emailSettings({ credentials, config }: Endpoint): EmailSettings {
  const text = (name: string) => (typeof config[name] === 'string' ? config[name] : '')
  const to = text('to_email')
    .split(',')
    .map((entry) => addressIn(entry, 'to_email'))
  if (to.length > MAX_RECIPIENTS) {
    throw refused(
      sentence`There are ${to.length} recipients; a message goes to at most ${MAX_RECIPIENTS}.`,
      sentence`Use a mailing list.`,
      'to_email',
    )
  }
  const isFirst = ({ email }: EmailAddress, index: number) =>
    to.findIndex((other) => other.email.toLowerCase() === email.toLowerCase()) === index
  return {
    to: to.filter(isFirst),
    from: addressIn(text('from_email'), 'from_email'),
    subject: templateIn(checkedSubject(text('subject')), 'subject'),
    body: templateIn(text('message_body'), 'message_body'),
    apiKey: String(credentials['api_key'] ?? ''),
  }
}

function addressIn(entry: string, field: string): EmailAddress {
  const address = parseEmailAddress(entry)
  if (address) return address
  const shown = entry
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 100)
  throw refused(
    sentence`“${shown}” is not an e-mail address.`,
    sentence`Write addresses such as ada@example.com, several with commas between them.`,
    field,
  )
}

function checkedSubject(subject: string): string {
  if (/\p{Cc}/u.test(subject))
    throw refused(sentence`The subject must be one line.`, sentence`Remove the line breaks.`, 'subject')
  if (subject.length <= LONGEST_SUBJECT) return subject
  throw refused(sentence`The subject is longer than ${LONGEST_SUBJECT} characters.`, sentence`Shorten it.`, 'subject')
}

function templateIn(template: string, field: string): string {
  const unknown = unknownPlaceholder(template)
  if (unknown === undefined) return template
  const known = PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ')
  throw refused(sentence`“${`{{${unknown}}}`}” is not a known placeholder.`, sentence`Use ${known}.`, field)
}

const refused = (message: Sentence, hint: Sentence, field: string) =>
  new ConnectorError({ code: 'INVALID', message, hint, field, retryable: false })
