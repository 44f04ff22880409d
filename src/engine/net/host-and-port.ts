import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { type Sentence, sentence } from '../../core/catalog/sentence.ts'

import { ConnectorError } from '../ports/connector.ts'

/** It answers with a credential of the machine that asks; refused by name too, for resolvers that hide its address. */
const METADATA_HOSTS = new Set(['metadata.google.internal', 'metadata.goog', 'instance-data.ec2.internal'])

/**
 * The host as the system's resolver must get it: one notation for `0x7f.1`, `①②⑦.1` and `127.0.0.1`, and no second meaning,
 * such as a path to a socket, a list, a port or a user.
 */
export function canonicalHost(host: string): string {
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host
  if (isIP(bare) !== 0 && !bare.includes('%')) return bare
  const name = /^[^\s/\\?#@:,%[\]\0]{1,255}$/u.test(host) ? domainToASCII(host) : ''
  if (name === '') {
    throw new ConnectorError({
      code: 'HOST_INVALID',
      message: sentence`This is not the name or the address of a host.`,
      hint: sentence`Enter only the host, such as db.example.com or 192.0.2.7, without a port, a user or a path.`,
      field: 'host',
    })
  }
  if (METADATA_HOSTS.has(name.replace(/\.$/, ''))) throw refused(host, sentence`it is a metadata service`)
  return name
}

/** @throws ConnectorError */
export function checkPort(port: number): void {
  if (Number.isInteger(port) && port >= 1 && port <= 65535) return
  throw new ConnectorError({
    code: 'PORT_INVALID',
    message: sentence`${String(port)} is not a port.`,
    hint: sentence`Enter a number from 1 to 65535.`,
    field: 'port',
  })
}

export const refused = (host: string, reason: Sentence) =>
  new ConnectorError({
    code: 'ADDRESS_REFUSED',
    message: sentence`Millrace does not connect to "${host.slice(0, 255)}": ${reason}.`,
    hint: sentence`Use an address that is reachable from the internet, or ask the operator of this server to allow the network.`,
    field: 'host',
  })
