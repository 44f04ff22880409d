import { isIP } from 'node:net'

/** A parsed block of addresses in CIDR notation. */
export interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/**
 * Reads a comma or blank separated list of CIDR blocks and single addresses, such as `10.0.0.0/8, fd00::/8, 192.0.2.7`.
 * @throws Error that names the first invalid entry and the accepted form.
 */
export function parseNetworks(list: string): readonly Network[] {
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(parseNetwork)
}

function parseNetwork(entry: string): Network {
  const [address = '', prefix, ...rest] = entry.split('/')
  const version = isIP(address)
  const widest = version === 4 ? 32 : 128
  const bits = prefix === undefined ? widest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (version === 0 || rest.length > 0 || !(bits <= widest)) {
    throw new Error(`"${entry}" is not a network: expected an address or a CIDR block such as 10.0.0.0/8 or fd00::/8`)
  }
  return { address, prefix: bits, family: version === 4 ? 'ipv4' : 'ipv6' }
}
