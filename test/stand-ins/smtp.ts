import { type AddressInfo, createServer } from 'node:net'

export interface SmtpStandIn {
  readonly url: string
  /** Mails as they were sent: to whom, and their text with headers. */
  readonly mails: { readonly to: readonly string[]; readonly text: string }[]
  stop(): Promise<void>
}

/** A mail server that takes everything (RFC 5321), without encryption or sign-in. */
export async function startSmtp(): Promise<SmtpStandIn> {
  const mails: SmtpStandIn['mails'] = []
  const server = createServer((socket) => {
    let text = ''
    let to: string[] = []
    let isInData = false
    socket.on('error', () => socket.destroy())
    socket.write('220 stand-in\r\n')
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8')
      if (isInData) {
        const end = text.indexOf('\r\n.\r\n')
        if (end < 0) return
        mails.push({ to, text: text.slice(0, end) })
        text = text.slice(end + 5)
        isInData = false
        to = []
        socket.write('250 taken\r\n')
      }
      for (let end = text.indexOf('\r\n'); end >= 0 && !isInData; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        const recipient = /^RCPT TO:<(.*)>/i.exec(line)?.[1]
        if (recipient !== undefined) to.push(recipient)
        isInData = /^DATA$/i.test(line)
        if (/^QUIT/i.test(line)) return void socket.end('221 bye\r\n')
        socket.write(isInData ? '354 go on\r\n' : '250 ok\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
