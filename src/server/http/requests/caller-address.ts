import { BlockList, isIP, isIPv4 } from 'node:net'

import type { Network } from '../../../engine/net/parse-networks.ts'

/** The address of the caller, for limits; `unknown` if the socket is already closed. */
export type CallerAddress = (request: Request, remoteAddress: string | undefined) => string

/**
 * The socket's other end. `X-Forwarded-For` is trusted only as far as trusted proxies wrote it: read from its end, the
 * first address that is not a trusted proxy is the caller, because the part before it may be forged.
 */
export function makeCallerAddress(trustedProxies: readonly Network[]): CallerAddress {
  const trusted = new BlockList()
  for (const { address, prefix, family } of trustedProxies) trusted.addSubnet(address, prefix, family)
  const isTrusted = (address: string) => trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

  return (request, remoteAddress) => {
    const socket = plainAddress(remoteAddress ?? '')
    if (isIP(socket) === 0) return 'unknown'
    const forwarded = (request.headers.get('x-forwarded-for') ?? '').split(',').map(plainAddress)
    const hops = [...forwarded, socket]
    let caller = socket
    for (const hop of hops.toReversed()) {
      if (isIP(hop) === 0) break
      caller = hop
      if (!isTrusted(hop)) break
    }
    return block(caller)
  }
}

/** An IPv4 address over an IPv6 socket counts as the IPv4 address. */
const plainAddress = (text: string): string => text.trim().replace(/^::ffff:(?=\d+\.)/i, '')

/** An IPv6 subscriber has at least 2^64 addresses, so limits count the network and not the address, however it is written. */
function block(address: string): string {
  if (isIPv4(address)) return address
  const written = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1)
  const embedded = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(written)
  if (embedded) return [embedded[1], embedded[2]].flatMap((word) => bytesOf(Number.parseInt(word ?? '', 16))).join('.')
  const [front = [], back] = written.split('::').map((part) => part.split(':').filter(Boolean))
  const words = back ? [...front, ...Array(8 - front.length - back.length).fill('0'), ...back] : front
  return `${words.slice(0, 4).join(':')}::/64`
}

const bytesOf = (word: number) => [word >> 8, word & 255]
