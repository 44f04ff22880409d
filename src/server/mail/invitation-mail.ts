import { sentence } from '../../core/catalog/sentence.ts'
import type { InvitationMail } from '../domain/members/invitation-mail.ts'
import { makeMailTransport } from './mail-transport.ts'
import { singleLine } from './single-line.ts'
import { translateFor } from './translate-for.ts'

/** Uses the operator's SMTP server. */
export function makeInvitationMail(smtpUrl: string, longestMs?: number): InvitationMail {
  const transport = makeMailTransport(smtpUrl, longestMs)

  return async ({ to, organizationName, inviterName, url, language }) => {
    const translate = translateFor(language)
    const organization = singleLine(organizationName)
    const invited = sentence`${inviterName === undefined ? sentence`A member` : singleLine(inviterName)} has invited you to ${organization}.`
    await transport.send({
      // An object, not a header text: the library quotes it, and it can only be one address.
      to: { name: '', address: to },
      subject: translate(sentence`Join ${organization} on Millrace`),
      text: `${translate(invited)}\n\n${translate(sentence`Open this link within seven days, signed in as ${to}:`)}\n${url}\n`,
    })
    return true
  }
}
