import { BlockList, isIPv4 } from 'node:net'
import { type Sentence, sentence } from '../../core/catalog/sentence.ts'
import { type Network, parseNetworks } from './parse-networks.ts'

/** Decides about one address of a name. Returns the reason why it is refused, or nothing when it is allowed. */
export type AddressPolicy = (address: string) => Sentence | undefined

export interface AddressPolicyOptions {
  /** Networks that are allowed although they are private. */
  readonly allow?: readonly Network[]
  /** Networks that are refused; `allow` has priority. */
  readonly deny?: readonly Network[]
  /** Whether loopback and private networks are allowed: the default on a local installation. */
  readonly allowPrivate?: boolean
}

/** Always refused, whatever the configuration is: cloud metadata services, link-local, "this host", multicast and broadcast. */
const FORBIDDEN = blockList(
  parseNetworks(`
    0.0.0.0/8 169.254.0.0/16 100.100.100.200 168.63.129.16 192.0.0.192 224.0.0.0/4 255.255.255.255
    :: fe80::/10 fd00:ec2::/32 fd20:ce::/32 ff00::/8
  `),
)

/** Allowed only if the operator allows it. */
const PRIVATE = blockList(
  parseNetworks(`
    127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 192.0.0.0/24 192.0.2.0/24 198.18.0.0/15
    198.51.100.0/24 203.0.113.0/24 240.0.0.0/4
    ::1 fc00::/7 fec0::/10 100::/64 2001:db8::/32
  `),
)

export function makeAddressPolicy({
  allow = [],
  deny = [],
  allowPrivate = false,
}: AddressPolicyOptions): AddressPolicy {
  const allowed = blockList(allow)
  const denied = blockList(deny)
  return (address) => {
    const inner = embeddedIPv4(address) ?? address
    const isIn = (list: BlockList) => contains(list, address) || contains(list, inner)
    if (isIn(FORBIDDEN)) return sentence`link-local, metadata and multicast addresses are never reachable`
    if (isIn(allowed)) return undefined
    if (isIn(denied)) return sentence`this network is denied by the operator (EGRESS_DENY)`
    if (!allowPrivate && isIn(PRIVATE))
      return sentence`private networks are not reachable here unless EGRESS_ALLOW names them`
    return undefined
  }
}

function blockList(networks: readonly Network[]): BlockList {
  const list = new BlockList()
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family)
  return list
}

const contains = (list: BlockList, address: string) => list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

type Words = readonly [number, number, number, number, number, number, number, number]

/** The IPv4 address that an IPv6 address contains: mapped, compatible, NAT64, 6to4, Teredo and ISATAP forms lead to it. */
function embeddedIPv4(address: string): string | undefined {
  const words = ipv6Words(address) as Words | undefined
  if (!words) return undefined
  const [a, b, c, , , , g, h] = words
  const ipv4 = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.')
  if (a === 0x2002) return ipv4(b, c)
  if (a === 0x2001 && b === 0) return ipv4(g ^ 0xffff, h ^ 0xffff)
  return endsWithIPv4(words) ? ipv4(g, h) : undefined
}

function endsWithIPv4(words: Words): boolean {
  const [a, b, , , e, f, g, h] = words
  const isZeroUpTo = (count: number) => words.slice(0, count).every((word) => word === 0)
  const isNat64 = a === 0x64 && b === 0xff9b
  const isIsatap = (e === 0 || e === 0x200) && f === 0x5efe
  const isMapped = isZeroUpTo(5) && f === 0xffff
  const isTranslated = isZeroUpTo(4) && e === 0xffff && f === 0
  const isCompatible = isZeroUpTo(6) && (g !== 0 || h > 1)
  return isNat64 || isIsatap || isMapped || isTranslated || isCompatible
}

function ipv6Words(address: string): number[] | undefined {
  if (!address.includes(':')) return undefined
  const plain = (address.split('%')[0] ?? '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a, b, c, d] = bytes.slice(0, 4).map(Number) as [number, number, number, number]
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [head = '', tail] = plain.split('::')
  const words = (text: string) => (text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16)))
  const front = words(head)
  const back = tail === undefined ? [] : words(tail)
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back]
}
