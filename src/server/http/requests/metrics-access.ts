import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv4 } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Headers that proxies add to forwarded calls. */
const PASSED_ON =
  /^(?:forwarded|via|x-forwarded-.+|x-real-ip|(?:true|x)-client-ip|(?:cf|fastly|x)-.*connecting-ip|x-original-.+)$/

interface Options {
  readonly token: string | undefined
  /** In production the address proves nothing, because a proxy on this machine may not identify itself. */
  readonly production: boolean
}

/**
 * Who may read the metrics: with a token its holder, otherwise callers on this machine, but nobody in production. A call that
 * a proxy forwards comes from elsewhere.
 */
export const makeMetricsAccess =
  ({ token, production }: Options) =>
  (request: Request, remoteAddress: string | undefined): boolean => {
    if (token !== undefined) {
      const brought = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
      return brought !== undefined && timingSafeEqual(hash(brought), hash(token))
    }
    if (production || [...request.headers.keys()].some((name) => PASSED_ON.test(name))) return false
    const address = (remoteAddress ?? '').replace(/^::ffff:/i, '')
    return address !== '' && loopback.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
  }
