import { type Sentence, sentence } from '../../core/catalog/sentence.ts'
import type { SendOutcome } from '../domain/alerts/send-outcome.ts'
import { describeError } from '../host/describe-error.ts'
import { makeMailTransport } from './mail-transport.ts'
import { singleLine } from './single-line.ts'

export interface AlertMail {
  /** The id of the message: the same at every attempt, so that mail programs show it once. */
  readonly id: string
  readonly recipients: readonly string[]
  readonly subject: string
  readonly text: string
}

export type SendAlertMail = (mail: AlertMail) => Promise<SendOutcome>

/** Uses the operator's SMTP server. */
export function makeAlertMail(smtpUrl: string, longestMs?: number): SendAlertMail {
  const transport = makeMailTransport(smtpUrl, longestMs)

  return async ({ id, recipients, subject, text }) => {
    try {
      const response = await transport.send({
        messageId: `<${id}@millrace>`,
        // Objects, not header texts: each can only be one address.
        to: recipients.map((address) => ({ name: '', address })),
        subject: singleLine(subject),
        text,
      })
      return { isDelivered: true, isWorthRetrying: false, answer: sentence`${singleLine(response).slice(0, 300)}` }
    } catch (error) {
      return { isDelivered: false, isWorthRetrying: true, answer: refusalOf(error) }
    }
  }
}

/** The mail server's own message if it has answered; the address of the server must not be shown. */
function refusalOf(error: unknown): Sentence {
  if (error instanceof Error && 'response' in error && typeof error.response === 'string')
    return sentence`${singleLine(error.response).slice(0, 300)}`
  return error instanceof Error && 'code' in error
    ? sentence`The mail server of this Millrace could not be reached (${String(error.code)}).`
    : sentence`The mail could not be sent: ${describeError(error).slice(0, 200)}`
}
