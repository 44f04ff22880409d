import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Dialler } from '../../engine/ports/dialler.ts'
import { VENDOR_NAMES, VENDORS, type VendorAccess } from '../../engine/ports/vendors.ts'
import { type Check, type Finding, ok, warning } from './check.ts'

const LONGEST_MS = 8_000

/** Google's keys for the tokens of people, and an address of AWS: the others depend on the region of an account. */
const FURTHER = ['https://www.googleapis.com', 'https://sts.amazonaws.com']

export const egressChecks = (dialler: Dialler, addresses: VendorAccess['addresses']): Check[] => [
  { name: 'way out', look: () => checkEgress(dialler, vendorAddresses(addresses)) },
]

export function vendorAddresses(addresses: VendorAccess['addresses']): readonly string[] {
  const ofVendors = VENDOR_NAMES.map((vendor) => addresses[vendor] ?? VENDORS[vendor].address)
  return [...new Set([...ofVendors.filter((address) => address !== undefined), ...FURTHER])]
}

/** Looks up each name and opens a connection, with the same rules as runs; nothing is asked of anybody. */
export async function checkEgress(dialler: Dialler, addresses: readonly string[]): Promise<Finding> {
  const answers = await Promise.all(
    addresses.map(async (address) => [address, await problemOf(dialler, address)] as const),
  )
  const unreachable = answers.filter(([, problem]) => problem !== undefined)
  if (unreachable.length === 0) return ok(`All ${addresses.length} vendors can be reached.`)
  return warning(
    unreachable.map(([address, problem]) => `${new URL(address).host}: ${problem}`).join(' '),
    'Flows with these vendors will fail. Let this machine out on port 443, correct its name server, or change EGRESS_DENY.',
  )
}

async function problemOf(dialler: Dialler, address: string): Promise<string | undefined> {
  const { protocol, hostname, port } = new URL(address)
  const isSecure = protocol === 'https:'
  const signal = AbortSignal.timeout(LONGEST_MS)
  try {
    const socket = await dialler.connect(
      await dialler.resolve(hostname, signal),
      Number(port) || (isSecure ? 443 : 80),
      signal,
    )
    try {
      if (isSecure) await handshake(socket, hostname, signal)
    } finally {
      socket.destroy()
    }
    return undefined
  } catch (error) {
    if (signal.aborted) return 'It does not answer.'
    return error instanceof Error ? error.message : 'Unknown reason.'
  }
}

function handshake(socket: Socket, servername: string, signal: AbortSignal): Promise<void> {
  const done = Promise.withResolvers<void>()
  const secured = connectTls({ socket, servername })
  secured.once('secureConnect', done.resolve).once('error', done.reject)
  signal.addEventListener('abort', () => done.reject(signal.reason), { once: true })
  return done.promise.finally(() => secured.destroy())
}
