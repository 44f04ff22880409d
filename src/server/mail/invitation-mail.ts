import { sentence } from '../../core/catalog/sentence.ts'
import { makeMailTransport } from './mail-transport.ts'
import { sayIn } from './say-in.ts'
import { singleLine } from './single-line.ts'

export interface Invitation {
  readonly to: string
  readonly organizationName: string
  /** Absent if the name of the inviter is unknown. */
  readonly inviterName: string | undefined
  readonly url: string
  /** The language of the recipient, else of the inviter. */
  readonly language: string | undefined
}

/** Sends invitations. @returns whether a mail was sent; if not, somebody must copy the link */
export type InvitationMail = (invitation: Invitation) => Promise<boolean>

/** Uses the operator's SMTP server. */
export function makeInvitationMail(smtpUrl: string, longestMs?: number): InvitationMail {
  const transport = makeMailTransport(smtpUrl, longestMs)

  return async ({ to, organizationName, inviterName, url, language }) => {
    const say = sayIn(language)
    const organization = singleLine(organizationName)
    const invited = sentence`${inviterName === undefined ? sentence`A member` : singleLine(inviterName)} has invited you to ${organization}.`
    await transport.send({
      // An object, not a header text: the library quotes it, and it can only be one address.
      to: { name: '', address: to },
      subject: say(sentence`Join ${organization} on Millrace`),
      text: `${say(invited)}\n\n${say(sentence`Open this link within seven days, signed in as ${to}:`)}\n${url}\n`,
    })
    return true
  }
}
