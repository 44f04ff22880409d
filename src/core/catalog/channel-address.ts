import type { ChannelKind } from './alert-events.ts'

/** Networks of a house, and names that never leave one; a URL has written other forms of these addresses in this way. */
const NEARBY = [
  /^(127|10)\.\d+\.\d+\.\d+$/,
  /^192\.168\.\d+\.\d+$/,
  /^172\.(1[6-9]|2\d|3[01])\.\d+\.\d+$/,
  /^\[(::1|f[cd][\da-f]*:.*)\]$/,
  /^[^.:[\]]+$/,
  /\.(localhost|local|lan|internal|home\.arpa)$/,
]

const isNearby = (hostname: string): boolean => NEARBY.some((form) => form.test(hostname))

/** The parts of a parsed address. */
interface Address {
  /** With its colon. */
  readonly protocol: string
  readonly hostname: string
}

/** Whether messages of such a channel may be sent to the address: encrypted, or plain where the channel allows that. */
export function isChannelAddress(url: Address, mayBePlain: ChannelKind['mayBePlain']): boolean {
  if (url.hostname === '') return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && (mayBePlain === 'anywhere' || (mayBePlain === 'nearby' && isNearby(url.hostname)))
}
