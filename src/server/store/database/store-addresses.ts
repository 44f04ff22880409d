/** Which of several servers a session may have. */
type Wanted = 'any' | 'writable' | 'standby'

export interface StoreAddresses {
  /** Each a URL with one server, in the order in which they are tried. */
  readonly urls: readonly string[]
  readonly wants: Wanted
}

/** `target_session_attrs` of libpq. */
const ATTRIBUTES: Readonly<Record<string, Wanted>> = {
  any: 'any',
  'read-write': 'writable',
  primary: 'writable',
  'read-only': 'standby',
  standby: 'standby',
}

const FORM = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?#]*)([^?#]*)(\?[^#]*)?$/

/**
 * The servers of an address as libpq reads it: `postgres://user@one:5432,two:5432/name?target_session_attrs=read-write`, or with
 * `host=one,two&port=5432` in its parameters. With several servers and without `target_session_attrs` it is the one that takes writes.
 * @returns nothing for what is no address
 */
export function readStoreAddresses(address: string): StoreAddresses | undefined {
  const [, start = '', authority = '', path = '', search = ''] = FORM.exec(address) ?? []
  if (start === '') return undefined
  const parameters = new URLSearchParams(search)
  const hosts = parameters.get('host')?.split(',')
  const ports = parameters.get('port')?.split(',') ?? []
  const servers = hosts ? hosts.map((host, at) => withPort(host, ports[at] ?? ports[0])) : authority.split(',')
  const attributes = parameters.get('target_session_attrs') ?? (servers.length > 1 ? 'read-write' : 'any')
  const wants = ATTRIBUTES[attributes]
  for (const name of ['target_session_attrs', ...(servers.length > 1 ? ['host', 'port'] : [])]) parameters.delete(name)
  // One server stays as it was written, such as the path of a socket.
  const rest = parameters.size === 0 ? path : `${path}?${parameters}`
  const urls =
    servers.length > 1 ? servers.map((server) => `${start}${server}${rest}`) : [`${start}${authority}${rest}`]
  const areServers = servers.length === 1 || servers.every((server) => server !== '')
  return wants && areServers && urls.every((url) => URL.canParse(url)) ? { urls, wants } : undefined
}

const withPort = (host: string, port: string | undefined): string => (port === undefined ? host : `${host}:${port}`)
