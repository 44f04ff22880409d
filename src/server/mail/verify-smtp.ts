import { createTransport } from 'nodemailer'

const LONGEST_MS = 10_000

/** Connects to the mail server, with encryption and sign-in as for a mail, and sends none. Rejects with the reason. */
export async function verifySmtp(smtpUrl: string): Promise<void> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: LONGEST_MS,
    greetingTimeout: LONGEST_MS,
    socketTimeout: LONGEST_MS,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
