import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv4 } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const hash = (text: string) => createHash('sha256').update(text).digest()

/**
 * Who may read the metrics: with a token whoever brings it, else whoever is on this machine. What a proxy on it passes
 * on comes from somewhere else.
 */
export const makeMetricsAccess =
  (token: string | undefined) =>
  (request: Request, remoteAddress: string | undefined): boolean => {
    if (token !== undefined) {
      const brought = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
      return brought !== undefined && timingSafeEqual(hash(brought), hash(token))
    }
    if (request.headers.has('x-forwarded-for') || request.headers.has('forwarded')) return false
    const address = (remoteAddress ?? '').replace(/^::ffff:/i, '')
    return address !== '' && loopback.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
  }
