import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport, type SendMailOptions } from 'nodemailer'

/** In milliseconds. Somebody may be waiting for the mail. */
export const LONGEST_MS = 10_000

/** The operator's SMTP server. The library limits only its silence, so a server that answers slowly is given up here. */
export function makeMailTransport(smtpUrl: string, longestMs = LONGEST_MS) {
  const transport = createTransport(
    {
      url: smtpUrl,
      dnsTimeout: longestMs,
      connectionTimeout: longestMs,
      greetingTimeout: longestMs,
      socketTimeout: longestMs,
    },
    { from: mailSender(smtpUrl) },
  )
  const inTime = async <T>(work: Promise<T>): Promise<T> => {
    const done = new AbortController()
    try {
      return await Promise.race([work, sleep(longestMs, undefined, { signal: done.signal }).then(tooSlow)])
    } finally {
      done.abort()
    }
  }
  return {
    /** @returns the last answer of the server */
    send: async (mail: SendMailOptions): Promise<string> => (await inTime(transport.sendMail(mail))).response,
    /** Connects, with encryption and sign-in as for a mail, and sends none. Rejects with the reason. */
    verify: async (): Promise<void> => {
      try {
        await inTime(transport.verify())
      } finally {
        transport.close()
      }
    },
  }
}

function tooSlow(): never {
  throw Object.assign(new Error('The mail server did not answer in time.'), { code: 'ETIMEDOUT' })
}

/** `?from=` of the URL, or a plain address on the mail server's own host. */
function mailSender(smtpUrl: string): string {
  const { hostname, searchParams } = new URL(smtpUrl)
  return searchParams.get('from') ?? `Millrace <millrace@${hostname}>`
}
