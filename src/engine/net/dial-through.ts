import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { defined } from '../../core/catalog/defined.ts'
import { sentence } from '../../core/catalog/sentence.ts'
import { ConnectorError } from '../ports/connector.ts'
import type { Dialler, TunnelDialler, TunnelSettings } from '../ports/dialler.ts'
import { type AddressPolicyOptions, makeAddressPolicy } from './address-policy.ts'
import { firstToAnswer } from './first-to-answer.ts'
import { canonicalHost, checkPort, refused } from './host-and-port.ts'

/** Time limit for resolving a name here, in milliseconds; the SSH server may still know it. */
const LOOKUP_MS = 1_000

/**
 * Dials the SSH server by the ordinary rules, and hosts behind it by separate rules: private networks and the loopback belong to
 * the SSH server, and everybody who may sign in there can reach them; metadata services, link-local addresses and denied networks stay refused.
 */
export async function dialThrough(
  dialler: Dialler,
  tunnel: TunnelSettings,
  policy: AddressPolicyOptions,
  signal: AbortSignal,
): Promise<TunnelDialler> {
  const socket = await dial(dialler, tunnel, signal)
  // Loaded here, because most processes never need it.
  const { openSshTunnel } = await import('./ssh-tunnel.ts')
  const ssh = await openSshTunnel(socket, tunnel, signal)
  const refuse = makeAddressPolicy({ ...policy, allowPrivate: true })

  return {
    // Only the SSH server's network knows which address a name has there, so it gets the name.
    async resolve(host) {
      const name = canonicalHost(host)
      const own = isIP(name) === 0 ? await knownHere(name) : [name]
      const reason = own.map(refuse).find((found) => found !== undefined)
      if (reason !== undefined) throw refused(host, reason)
      return [{ host: name, address: name }]
    },
    async connect(addresses, port, until) {
      checkPort(port)
      try {
        return await firstToAnswer(
          {
            addresses: addresses.map(({ address }) => address),
            open: (address, signal) => ssh.forward(address, port, signal),
            discard: (socket) => socket.destroy(),
          },
          until,
        )
      } catch (error) {
        if (until.aborted) throw until.reason
        const failures = error instanceof AggregateError ? error.errors : [error]
        throw (
          failures.find((failure) => failure instanceof ConnectorError) ?? silentBehind(addresses[0]?.host ?? '', port)
        )
      }
    },
    close: () => ssh.close(),
  }
}

const silentBehind = (host: string, port: number) =>
  new ConnectorError({
    code: 'HOST_UNREACHABLE',
    message: sentence`The SSH server got no answer from ${host} on port ${String(port)}.`,
    hint: sentence`Check the host and port as the SSH server sees them. If the name has an IPv6 address that the SSH server cannot reach, enter the IPv4 address.`,
    field: 'host',
    retryable: true,
  })

/** The addresses of a name that we can resolve, or of a number that is another notation of an address. */
async function knownHere(name: string): Promise<readonly string[]> {
  const found = lookup(name, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  )
  const { promise, resolve } = Promise.withResolvers<readonly string[]>()
  const timer = setTimeout(() => resolve([]), LOOKUP_MS)
  found.then(resolve).finally(() => clearTimeout(timer))
  return promise
}

/** A problem with the SSH server's address must not be reported for the database's address. */
async function dial(dialler: Dialler, { host, port }: TunnelSettings, signal: AbortSignal) {
  try {
    return await dialler.connect(await dialler.resolve(host, signal), port, signal)
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    const { field } = error.problem
    throw new ConnectorError(
      { ...error.problem, ...defined({ field: field ? `ssh_${field}` : undefined }) },
      { cause: error },
    )
  }
}
