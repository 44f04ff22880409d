import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'

import type { Connection } from 'ssh2'
import ssh2 from 'ssh2'

export interface SshOptions {
  readonly user?: string
  readonly password?: string
  /** OpenSSH's form of the one public key that is let in. */
  readonly authorizedKey?: string
  /** Refuses every connection that it is asked to make. */
  readonly forwardsNothing?: boolean
  /** Gets no answer from this host, as behind a firewall. */
  readonly silentHost?: string
  /** A private key, to be the same server again. */
  readonly hostKey?: string
}

export interface RunningSsh {
  readonly port: number
  readonly hostKey: string
  /** `SHA256:…` of its host key. */
  readonly fingerprint: string
  /** `host:port` of each connection that it made. */
  readonly made: readonly string[]
  /** How often somebody tried to sign in. */
  readonly signIns: () => number
  readonly open: () => number
  /** Cuts all lines at once, as a machine that loses its power. */
  cut(): void
  stop(): Promise<void>
}

const { utils } = ssh2

/**
 * The library cuts the leading zeros off one public key in 256, and cannot read what it has written; that one is left.
 * What derives a key from the passphrase has 2 rounds in place of 16, of which each sign-in takes a second.
 */
export function makeSshKey(passphrase?: string): ReturnType<typeof utils.generateKeyPairSync> {
  const pair =
    passphrase === undefined
      ? utils.generateKeyPairSync('ed25519')
      : utils.generateKeyPairSync('ed25519', { passphrase, cipher: 'aes256-ctr', rounds: 2 })
  return utils.parseKey(pair.private, passphrase) instanceof Error ? makeSshKey(passphrase) : pair
}

/** An SSH server on a free loopback port that does nothing but forward. */
export async function startSsh(options: SshOptions = {}): Promise<RunningSsh> {
  const { user = 'bastion', password, authorizedKey, forwardsNothing = false, silentHost } = options
  const hostKey = options.hostKey ?? makeSshKey().private
  const lines = new Set<Connection>()
  const sockets = new Set<Socket>()
  const made: string[] = []
  let signIns = 0
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    lines.add(client)
    client
      .on('error', () => {})
      .on('close', () => lines.delete(client))
      .on('authentication', (attempt) => {
        signIns++
        const isUser = attempt.username === user
        if (isUser && attempt.method === 'password' && password !== undefined && attempt.password === password)
          return attempt.accept()
        if (isUser && attempt.method === 'publickey' && isAuthorized(attempt, authorizedKey)) return attempt.accept()
        attempt.reject([password === undefined ? 'publickey' : 'password'])
      })
    // Whom nobody listens to is told that it is prohibited.
    if (forwardsNothing) return
    client.on('tcpip', (accept, reject, { destIP, destPort }) => {
      if (destIP === silentHost) return
      const socket = connect(destPort, destIP)
      socket
        .once('error', () => reject())
        .once('connect', () => {
          made.push(`${destIP}:${destPort}`)
          const channel = accept()
          channel.on('error', () => {}).on('close', () => socket.destroy())
          socket.on('error', () => channel.destroy()).on('close', () => channel.destroy())
          socket.pipe(channel).pipe(socket)
        })
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
  })
  const tcp = new Set<Socket>()
  ;(server as unknown as { _srv: NodeJS.EventEmitter })._srv.on('connection', (socket: Socket) => {
    socket.setNoDelay(true)
    tcp.add(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of tcp) socket.destroy()
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    hostKey,
    fingerprint: fingerprintOf(hostKey),
    made,
    signIns: () => signIns,
    open: () => lines.size,
    cut,
    stop: async () => {
      cut()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function fingerprintOf(privateKey: string): string {
  const key = utils.parseKey(privateKey)
  if (key instanceof Error) throw key
  return `SHA256:${createHash('sha256').update(key.getPublicSSH()).digest('base64').replace(/=+$/, '')}`
}

interface KeyAttempt {
  readonly key: { readonly data: Buffer }
  readonly blob?: Buffer
  readonly signature?: Buffer
  readonly hashAlgo?: string
}

function isAuthorized({ key, blob, signature, hashAlgo }: KeyAttempt, authorizedKey: string | undefined): boolean {
  const allowed = authorizedKey === undefined ? new Error() : utils.parseKey(authorizedKey)
  if (allowed instanceof Error || !allowed.getPublicSSH().equals(key.data)) return false
  return signature === undefined || (blob !== undefined && allowed.verify(blob, signature, hashAlgo) === true)
}
