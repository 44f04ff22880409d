import { createTransport } from 'nodemailer'

import { mailSender } from './mail-sender.ts'
import { singleLine } from './single-line.ts'

export interface Invitation {
  readonly to: string
  readonly organizationName: string
  readonly inviterName: string
  readonly url: string
}

/** Sends invitations. @returns whether a mail was sent; if not, somebody must copy the link */
export type InvitationMail = (invitation: Invitation) => Promise<boolean>

/** Uses the operator's SMTP server; nothing is sent without one. */
export function makeInvitationMail(smtpUrl: string | undefined): InvitationMail {
  if (smtpUrl === undefined) return async () => false
  const transport = createTransport(smtpUrl, { from: mailSender(smtpUrl) })

  return async ({ to, organizationName, inviterName, url }) => {
    const organization = singleLine(organizationName)
    await transport.sendMail({
      // An object, not a header text: the library quotes it, and it can only be one address.
      to: { name: '', address: to },
      subject: `Join ${organization} on Millrace`,
      text: `${singleLine(inviterName)} has invited you to ${organization}.\n\nOpen this link within seven days, signed in as ${to}:\n${url}\n`,
    })
    return true
  }
}
