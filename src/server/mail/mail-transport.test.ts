import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { makeAlertMail } from './alert-mail.ts'
import { makeInvitationMail } from './invitation-mail.ts'
import { makeMailTransport } from './mail-transport.ts'

/** A server that is never silent for long, and never says anything. */
async function endlessGreeting(): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    const timer = setInterval(() => socket.write('220-welcome\r\n'), 10)
    socket.once('close', () => clearInterval(timer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('nobody waits longer for a mail server than it may take, although it goes on talking', async () => {
  const url = await endlessGreeting()
  const invitation = { to: 'bob@example.com', organizationName: 'A', inviterName: undefined, url: '', language: 'en' }
  await expect(makeInvitationMail(url, 100)(invitation)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  const alert = { id: '1', recipients: ['bob@example.com'], subject: 'a', text: 'b' }
  expect(await makeAlertMail(url, 100)(alert)).toMatchObject({ isDelivered: false, isWorthRetrying: true })
  await expect(makeMailTransport(url, 100).verify()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})
