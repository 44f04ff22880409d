import { lookup } from 'node:dns/promises'
import type { Socket } from 'node:net'
import { connect, isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import type { Problem } from '../connectors/connector.ts'
import { ConnectorError } from '../connectors/connector.ts'
import type { AddressPolicyOptions } from './address-policy.ts'
import { makeAddressPolicy } from './address-policy.ts'

/** An address that the policy has let through; a socket goes to it and is never resolved again, so a name cannot change its mind. */
export interface CheckedAddress {
  readonly host: string
  readonly address: string
}

/** The one way out: every connection to an outside system is opened here. */
export interface Dialler {
  /** The addresses behind a host that may be reached, in the resolver's order. @throws ConnectorError */
  resolve(host: string, signal: AbortSignal): Promise<readonly CheckedAddress[]>
  /** Opens a TCP connection to the first address that answers, within 10 s. @throws ConnectorError */
  connect(addresses: readonly CheckedAddress[], port: number, signal: AbortSignal): Promise<Socket>
}

const CONNECT_TIMEOUT_MS = 10_000

/** Answers with a credential of the machine it is asked from; refused by name too, for resolvers that hide its address. */
const METADATA_HOSTS = new Set(['metadata.google.internal', 'metadata.goog', 'instance-data.ec2.internal'])

export function makeDialler(policy: AddressPolicyOptions): Dialler {
  const refuse = makeAddressPolicy(policy)

  return {
    async resolve(host, signal) {
      const name = canonicalHost(host)
      const found = await beforeAbort(lookup(name, { all: true, verbatim: true }).catch(notFound(host)), signal)
      const checked = found.map(({ address }) => ({
        host: name,
        address,
        reason: refuse(address),
      }))
      const allowed = checked.filter(({ reason }) => reason === undefined)
      const reason = checked[0]?.reason
      if (allowed.length > 0) return allowed.map(({ address }) => ({ host: name, address }))
      if (reason !== undefined) throw refused(host, reason)
      throw new ConnectorError(notFoundProblem(host))
    },

    async connect(addresses, port, signal) {
      if (!Number.isInteger(port) || port < 1 || port > 65535) {
        throw new ConnectorError({
          code: 'PORT_INVALID',
          message: `${port} is not a port.`,
          hint: 'Enter a number from 1 to 65535.',
          field: 'port',
          retryable: false,
        })
      }
      const deadline = AbortSignal.timeout(CONNECT_TIMEOUT_MS)
      let failure: unknown
      for (const { address } of addresses) {
        try {
          return await open(address, port, AbortSignal.any([signal, deadline]))
        } catch (error) {
          if (signal.aborted) throw signal.reason
          failure = error
        }
      }
      throw new ConnectorError(unreachable(addresses[0]?.host ?? '', port, failure), { cause: failure })
    },
  }
}

/**
 * The host as the system's resolver must see it: one spelling for `0x7f.1`, `①②⑦.1` and `127.0.0.1`, and no second meaning,
 * such as a path to a socket, a list, a port or a user.
 */
function canonicalHost(host: string): string {
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host
  if (isIP(bare) !== 0 && !bare.includes('%')) return bare
  const name = /^[^\s/\\?#@:,%[\]\0]{1,255}$/u.test(host) ? domainToASCII(host) : ''
  if (name === '') {
    throw new ConnectorError({
      code: 'HOST_INVALID',
      message: 'This is not the name or the address of a host.',
      hint: 'Enter only the host, such as db.example.com or 192.0.2.7, without a port, a user or a path.',
      field: 'host',
      retryable: false,
    })
  }
  if (METADATA_HOSTS.has(name.replace(/\.$/, ''))) throw refused(host, 'it is a metadata service')
  return name
}

function open(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: address,
      port,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 10_000,
    })
    const settle = (finish: () => void) => {
      signal.removeEventListener('abort', abort)
      socket.off('error', fail).off('connect', succeed)
      finish()
    }
    const succeed = () => settle(() => resolve(socket))
    const fail = (error: unknown) =>
      settle(() => {
        // The socket may report once more while it is torn down; nobody waits for that.
        socket.on('error', () => {})
        socket.destroy()
        reject(error)
      })
    const abort = () => fail(signal.reason)
    socket.on('connect', succeed).on('error', fail)
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
  })
}

/** The resolver cannot be interrupted, but nobody has to wait for it. */
function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

const notFoundProblem = (host: string): Problem => ({
  code: 'HOST_NOT_FOUND',
  message: `The host "${host.slice(0, 255)}" cannot be found.`,
  hint: 'Check the spelling. A name that only your own network knows must be resolvable from this server too.',
  field: 'host',
  retryable: false,
})

const notFound = (host: string) => (error: unknown) => {
  const isTemporary = errorCode(error) === 'EAI_AGAIN'
  const temporary = isTemporary && ({ code: 'NAME_SERVER_SILENT', retryable: true } as const)
  throw new ConnectorError({ ...notFoundProblem(host), ...temporary }, { cause: error })
}

const refused = (host: string, reason: string) =>
  new ConnectorError({
    code: 'ADDRESS_REFUSED',
    message: `Millrace does not connect to "${host.slice(0, 255)}": ${reason}.`,
    hint: 'Use an address that is reachable from the internet, or ask the operator of this server to allow the network.',
    field: 'host',
    retryable: false,
  })

function unreachable(host: string, port: number, error: unknown): Problem {
  if (errorCode(error) === 'ECONNREFUSED') {
    return {
      code: 'PORT_CLOSED',
      message: `Nothing answers at ${host} on port ${port}.`,
      hint: 'Check the port, and that the server is running and listens on this address.',
      field: 'port',
      retryable: true,
    }
  }
  return {
    code: 'HOST_UNREACHABLE',
    message: `${host} did not answer on port ${port}.`,
    hint: 'Check the host and port, and that firewalls on the way let this server in.',
    field: 'host',
    retryable: true,
  }
}

const errorCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
