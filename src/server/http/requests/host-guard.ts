import { sentence } from '../../../core/catalog/sentence.ts'
import { RequestError } from '../../domain/request-error.ts'

export interface HostGuardOptions {
  /** Names of this machine, each allowed with the answering port: `localhost`, `127.0.0.1`, `[::1]`. */
  readonly names: readonly string[]
  /** Other hosts in the notation of browsers, such as `millrace.example.com` or `127.0.0.1:4001`. */
  readonly hosts: readonly string[]
}

/** @returns the reason why a call with this name, or from this page, is refused; `port` is the called port */
export type HostGuard = (request: Request, port: number | undefined) => RequestError | undefined

export const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'] as const

/**
 * If somebody else's name points at this machine, a browser treats their page as ours (DNS rebinding), so only known names
 * are answered. And no page of another origin may call, whatever it sends.
 */
export function makeHostGuard({ names, hosts }: HostGuardOptions): HostGuard {
  const known = new Set(hosts.map((host) => host.toLowerCase()))

  return (request, port) => {
    const allowed = (host: string) =>
      known.has(host) || names.some((name) => host === `${name}:${port}` || (port === 80 && host === name))
    const host = (request.headers.get('host') ?? new URL(request.url).host).toLowerCase()
    if (!allowed(host))
      return new RequestError(
        'misdirected',
        'HOST_REFUSED',
        sentence`This server is not called "${host.slice(0, 100)}". Use its own address, or add this name to ALLOWED_HOSTS.`,
      )
    const origin = request.headers.get('origin')
    if (origin === null) return undefined
    const page = URL.parse(origin)
    if (page && /^https?:$/.test(page.protocol) && allowed(page.host)) return undefined
    return new RequestError('forbidden', 'ORIGIN_REFUSED', sentence`Pages of another address may not call this server.`)
  }
}
