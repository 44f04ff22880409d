import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ClientChannel, ConnectConfig } from 'ssh2'
import ssh2 from 'ssh2'
import { defined } from '../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../core/catalog/sentence.ts'
import { ConnectorError, type Problem } from '../ports/connector.ts'
import type { TunnelSettings } from '../ports/dialler.ts'
import { forwardedSocket } from './forwarded-socket.ts'
import { openSshKey } from './ssh-key.ts'

/** A session at an SSH server that makes connections for us. */
export interface SshTunnel {
  /** @throws ConnectorError */
  forward(host: string, port: number, signal: AbortSignal): Promise<Socket>
  close(): void
}

/** Milliseconds between keep-alive requests to the server, and how many may stay unanswered. */
const KEEP_ALIVE = { keepaliveInterval: 15_000, keepaliveCountMax: 3 }

/** None with SHA-1. A stored fingerprint depends on the order: the first algorithm that the server also has is shown. */
const HOST_KEYS = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
] as const

/** Signs in over a connected socket; the server first proves its identity. @throws ConnectorError */
export async function openSshTunnel(socket: Socket, settings: TunnelSettings, signal: AbortSignal): Promise<SshTunnel> {
  const tunnel = new Tunnel(socket)
  await tunnel.signIn(settings, signal)
  return tunnel
}

class Tunnel implements SshTunnel {
  readonly #client = new ssh2.Client()
  readonly #socket: Socket
  readonly #forwarded = new Set<Socket>()
  #isClosed = false

  constructor(socket: Socket) {
    this.#socket = socket
  }

  async signIn(settings: TunnelSettings, signal: AbortSignal): Promise<void> {
    const proof = await this.#proofOf(settings, signal)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let hostKeyError: ConnectorError | undefined
    const abort = () => {
      reject(signal.reason)
      this.close()
    }
    signal.addEventListener('abort', abort)
    this.#client
      .on('ready', resolve)
      .on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) =>
        answer(prompts.map(() => settings.password ?? '')),
      )
      .on('error', (error: Error & { level?: string }) => {
        reject(hostKeyError ?? explain(error, settings))
        this.#lose()
      })
      .on('close', () => {
        reject(closedEarly())
        this.#lose()
      })
    try {
      this.#client.connect({
        ...proof,
        ...KEEP_ALIVE,
        sock: this.#socket,
        algorithms: { serverHostKey: [...HOST_KEYS] },
        // The signal ends the session.
        readyTimeout: 0,
        hostVerifier: (key: Buffer) => {
          hostKeyError = checkHostKey(key, settings.hostKey)
          return hostKeyError === undefined
        },
      })
      if (signal.aborted) abort()
      await promise
    } catch (error) {
      this.close()
      throw error
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  async forward(host: string, port: number, until: AbortSignal): Promise<Socket> {
    if (this.#isClosed) throw lost()
    const opened = Promise.withResolvers<ClientChannel>()
    const stop = () => opened.reject(until.reason)
    until.addEventListener('abort', stop)
    this.#client.forwardOut('127.0.0.1', 0, host, port, (error, channel) => {
      if (error) opened.reject(this.#isClosed ? lost() : notForwarded(error, host, port))
      else if (until.aborted) channel.destroy()
      else opened.resolve(channel)
    })
    try {
      const link = forwardedSocket(await opened.promise)
      this.#forwarded.add(link)
      link.once('close', () => this.#forwarded.delete(link))
      return link
    } finally {
      until.removeEventListener('abort', stop)
    }
  }

  async #proofOf(settings: TunnelSettings, signal: AbortSignal): Promise<ConnectConfig> {
    // A server may close its end while the key is being opened.
    const ignore = () => {}
    this.#socket.on('error', ignore)
    try {
      return await signInAs(settings, signal)
    } catch (error) {
      this.close()
      throw error
    } finally {
      this.#socket.off('error', ignore)
    }
  }

  close(): void {
    this.#isClosed = true
    this.#client.destroy()
    this.#socket.destroy()
  }

  #lose(): void {
    if (this.#isClosed) return
    this.close()
    for (const link of this.#forwarded) link.destroy(lost())
  }
}

/** @throws ConnectorError for a key that cannot be read */
async function signInAs(
  { user, password, privateKey, passphrase }: TunnelSettings,
  signal: AbortSignal,
): Promise<ConnectConfig> {
  const key = privateKey === undefined ? undefined : await openSshKey(privateKey, passphrase, signal)
  if (typeof key === 'object') throw unreadableKey(key.message, key.field)
  return defined({
    username: user,
    password,
    tryKeyboard: password === undefined ? undefined : true,
    privateKey: key,
  })
}

const unreadableKey = (message: Sentence, field: string) =>
  new ConnectorError({
    code: 'CREDENTIALS_INVALID',
    message: sentence`${message}.`,
    hint: sentence`Edit the connection and enter the key again.`,
    field,
    retryable: false,
  })

function checkHostKey(key: Buffer, expected: string | undefined): ConnectorError | undefined {
  const shown = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
  if (expected === undefined || expected === '') {
    return new ConnectorError({
      code: 'TUNNEL_KEY_UNKNOWN',
      message: sentence`The SSH server shows the host key ${shown}, which nobody has confirmed yet.`,
      hint: sentence`Compare it with "ssh-keygen -lf" of the server’s public host key, and enter it as the SSH host key if it is the same. Nobody has signed in yet.`,
      field: 'ssh_host_key',
      suggestion: shown,
      retryable: false,
    })
  }
  if (shown === expected.trim().replace(/=+$/, '')) return undefined
  return new ConnectorError({
    code: 'TUNNEL_KEY_CHANGED',
    message: sentence`The SSH server shows another host key than the one of this connection: ${shown}.`,
    hint: sentence`Somebody may answer in its place. Ask who runs the server whether its key was changed before you enter the new one.`,
    field: 'ssh_host_key',
    suggestion: shown,
    retryable: false,
  })
}

function explain(error: Error & { level?: string }, { privateKey }: TunnelSettings): ConnectorError {
  if (error.level === 'client-authentication') return signInRefused(privateKey !== undefined)
  if (error.level === 'client-socket' || error.level === 'client-timeout') return closedEarly()
  return new ConnectorError(
    /before handshake|identification|greeting|protocol version/i.test(error.message) ? NOT_SSH : NO_AGREEMENT,
    {
      cause: error,
    },
  )
}

const signInRefused = (byKey: boolean) =>
  new ConnectorError({
    code: 'TUNNEL_SIGN_IN_REFUSED',
    message: byKey
      ? sentence`The SSH server refused the user or the private key.`
      : sentence`The SSH server refused the user or the password.`,
    hint: byKey
      ? sentence`Check the user, and that the public key is in its authorized_keys on the SSH server.`
      : sentence`Check both, and that the SSH server lets the user sign in by password.`,
    field: byKey ? 'ssh_private_key' : 'ssh_password',
    retryable: false,
  })

const NOT_SSH: Problem = {
  code: 'NOT_SSH',
  message: sentence`The server at this SSH host and port is not an SSH server.`,
  hint: sentence`Check the SSH host and port. SSH servers usually listen on 22.`,
  field: 'ssh_port',
  retryable: false,
}

const NO_AGREEMENT: Problem = {
  code: 'TUNNEL_FAILED',
  message: sentence`The SSH server and Millrace could not agree on an encrypted connection.`,
  hint: sentence`The SSH server must offer a host key of Ed25519, ECDSA or RSA with SHA-2, and a current encryption algorithm.`,
  field: 'ssh_host',
  retryable: false,
}

const closedEarly = () =>
  new ConnectorError({
    code: 'TUNNEL_LOST',
    message: sentence`The SSH server closed the connection before the tunnel was open.`,
    hint: sentence`Check the SSH host and port, and that the SSH server lets this server in; then run again.`,
    field: 'ssh_host',
    retryable: true,
  })

const lost = () =>
  new ConnectorError({
    code: 'TUNNEL_LOST',
    message: sentence`The connection to the SSH server was lost.`,
    hint: sentence`Check the network and the SSH server, then run again.`,
    retryable: true,
  })

/** Administratively prohibited, and unknown type of channel: RFC 4254, section 5.1. */
const PROHIBITED: readonly unknown[] = [1, 3]

function notForwarded(error: Error, host: string, port: number): ConnectorError {
  const reason = 'reason' in error ? error.reason : undefined
  if (PROHIBITED.includes(reason)) {
    return new ConnectorError({
      code: 'TUNNEL_FORWARDING_REFUSED',
      message: sentence`The SSH server does not forward connections to ${host} on port ${String(port)}.`,
      hint: sentence`Allow it there for this user: AllowTcpForwarding and PermitOpen in sshd_config, and no restriction in authorized_keys.`,
      field: 'ssh_user',
      retryable: false,
    })
  }
  return new ConnectorError(
    {
      code: 'PORT_CLOSED',
      message: sentence`The SSH server cannot connect to ${host} on port ${String(port)}.`,
      hint: sentence`Enter host and port as the SSH server sees them, and check that the database is running and lets the SSH server in.`,
      field: 'host',
      retryable: true,
    },
    { cause: error },
  )
}
