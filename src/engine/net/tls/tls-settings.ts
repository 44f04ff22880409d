import { DEFAULT_SSL_MODE, SSL_MODES_BY_STRENGTH } from '../../../core/catalog/connections/integration-types.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { Endpoint } from '../../ports/connector.ts'
import { invalidCredential } from '../../ports/invalid-credential.ts'

export type SslMode = (typeof SSL_MODES_BY_STRENGTH)[number]

/** How a connection to a database is encrypted; certificates and keys are PEM. */
export interface TlsSettings {
  readonly sslmode: SslMode
  /** The authority of the server's certificate, instead of the system's authorities. */
  readonly authority: string | undefined
  /** Our client certificate, if the server requires one. */
  readonly identity: { readonly certificate: string; readonly key: string } | undefined
}

/** Tried in order; the next one only if the server refuses this kind of link. Meaning: libpq, "SSL Mode Descriptions". */
export const ATTEMPTS: Readonly<Record<SslMode, readonly ('plain' | 'tls')[]>> = {
  disable: ['plain'],
  allow: ['plain', 'tls'],
  prefer: ['tls', 'plain'],
  require: ['tls'],
  'verify-ca': ['tls'],
  'verify-full': ['tls'],
}

/** Whether the server is verified. As in libpq, an own authority makes `require` verify too. */
export const verifies = ({ sslmode, authority }: TlsSettings): boolean =>
  sslmode === 'verify-ca' || sslmode === 'verify-full' || authority !== undefined

/** The settings from a connection's fields. @throws ConnectorError */
export function tlsSettings({ credentials }: Endpoint): TlsSettings {
  const text = (field: string) => {
    const value = credentials[field] ?? ''
    if (typeof value !== 'string') throw invalidCredential(field)
    return value === '' ? undefined : value
  }
  const sslmode = SSL_MODES_BY_STRENGTH.find((mode) => mode === (text('sslmode') ?? DEFAULT_SSL_MODE))
  if (!sslmode) throw invalidCredential('sslmode')
  const certificate = text('sslcert')
  const key = text('sslkey')
  if (certificate === undefined || key === undefined) {
    if (certificate !== key) throw invalidCredential(key === undefined ? 'sslkey' : 'sslcert')
    return { sslmode, authority: text('sslrootcert'), identity: undefined }
  }
  return { sslmode, authority: text('sslrootcert'), identity: { certificate, key } }
}

/** For people, in the connection test. @param encryption such as "TLSv1.3"; absent without encryption */
export const describeEncryption = (settings: TlsSettings, encryption: string | undefined): Sentence => {
  if (encryption === undefined) return sentence`not encrypted (SSL mode ${settings.sslmode})`
  return verifies(settings)
    ? sentence`${encryption}, certificate verified`
    : sentence`${encryption}, certificate not verified`
}
