import { createTransport } from 'nodemailer'

export interface Invitation {
  readonly to: string
  readonly organizationName: string
  readonly inviterName: string
  readonly url: string
}

/** Sends invitations. @returns whether a mail was handed over; if not, the link has to be copied */
export type InvitationMail = (invitation: Invitation) => Promise<boolean>

/** A single line: what people type must not become a header. */
const line = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** Through the operator's SMTP server; nothing is sent without one. */
export function makeInvitationMail(smtpUrl: string | undefined): InvitationMail {
  if (smtpUrl === undefined) return async () => false
  const transport = createTransport(smtpUrl, { from: senderOf(smtpUrl) })

  return async ({ to, organizationName, inviterName, url }) => {
    const organization = line(organizationName)
    await transport.sendMail({
      // An object, not a header text: the library quotes it, and it can only be one address.
      to: { name: '', address: to },
      subject: `Join ${organization} on Millrace`,
      text: `${line(inviterName)} has invited you to ${organization}.\n\nOpen this link within seven days, signed in as ${to}:\n${url}\n`,
    })
    return true
  }
}

/** `?from=` of the URL, or a plain address on the mail server's own host. */
function senderOf(smtpUrl: string): string {
  const { hostname, searchParams } = new URL(smtpUrl)
  return searchParams.get('from') ?? `Millrace <millrace@${hostname}>`
}
