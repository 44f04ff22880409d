import { lookup } from 'node:dns/promises'
import { connect, type Socket } from 'node:net'
import { sentence } from '../../core/catalog/sentence.ts'
import { ConnectorError, type Problem } from '../ports/connector.ts'
import type { Dialler } from '../ports/dialler.ts'
import { type AddressPolicyOptions, makeAddressPolicy } from './address-policy.ts'
import { dialThrough } from './dial-through.ts'
import { firstToAnswer } from './first-to-answer.ts'
import { canonicalHost, checkPort, refused } from './host-and-port.ts'

export function makeDialler(policy: AddressPolicyOptions): Dialler {
  const refuse = makeAddressPolicy(policy)

  const dialler: Dialler = {
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
      checkPort(port)
      try {
        return await firstToAnswer(
          {
            addresses: addresses.map(({ address }) => address),
            open: (address, until) => open(address, port, until),
            discard: (socket) => socket.destroy(),
          },
          signal,
        )
      } catch (error) {
        if (signal.aborted) throw signal.reason
        throw new ConnectorError(unreachable(addresses[0]?.host ?? '', port, error), { cause: error })
      }
    },

    through: (tunnel, signal) => dialThrough(dialler, tunnel, policy, signal),
  }
  return dialler
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
        // The socket may emit another error while it is closed; nobody waits for it.
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

/** The resolver cannot be interrupted, but callers need not wait for it. */
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
  message: sentence`The host "${host.slice(0, 255)}" cannot be found.`,
  hint: sentence`Check the spelling. A name that only your own network knows must be resolvable from this server too.`,
  field: 'host',
  retryable: false,
})

const notFound = (host: string) => (error: unknown) => {
  const isTemporary = errorCode(error) === 'EAI_AGAIN'
  const temporary = isTemporary && ({ code: 'NAME_SERVER_SILENT', retryable: true } as const)
  throw new ConnectorError({ ...notFoundProblem(host), ...temporary }, { cause: error })
}

function unreachable(host: string, port: number, error: unknown): Problem {
  const failures = error instanceof AggregateError ? error.errors : [error]
  // An address that refuses says more than one that is silent.
  if (failures.some((failure) => errorCode(failure) === 'ECONNREFUSED')) {
    return {
      code: 'PORT_CLOSED',
      message: sentence`Nothing answers at ${host} on port ${String(port)}.`,
      hint: sentence`Check the port, and that the server is running and listens on this address.`,
      field: 'port',
      retryable: true,
    }
  }
  return {
    code: 'HOST_UNREACHABLE',
    message: sentence`${host} did not answer on port ${String(port)}.`,
    hint: sentence`Check the host and port, and that firewalls on the way let this server in.`,
    field: 'host',
    retryable: true,
  }
}

const errorCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
