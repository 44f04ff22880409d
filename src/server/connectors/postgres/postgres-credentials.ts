import type { Endpoint } from '../connector.ts'
import { ConnectorError } from '../connector.ts'

export type SslMode = 'disable' | 'allow' | 'prefer' | 'require' | 'verify-ca' | 'verify-full'

const SSL_MODES: readonly SslMode[] = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']

export interface PostgresCredentials {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly dbname: string
  readonly sslmode: SslMode
}

/** Takes exactly the fields of the form; whatever else a stored document holds never reaches the driver. @throws ConnectorError */
export function postgresCredentials({ credentials }: Endpoint): PostgresCredentials {
  const text = (field: string) => {
    const value = credentials[field]
    if (typeof value !== 'string' || value === '' || value.includes('\0')) throw invalid(field)
    return value
  }
  const port = Number(credentials['port'])
  if (!Number.isInteger(port)) throw invalid('port')
  const sslmode = SSL_MODES.find((mode) => mode === (credentials['sslmode'] ?? 'prefer'))
  if (!sslmode) throw invalid('sslmode')
  const password = credentials['password'] ?? ''
  if (typeof password !== 'string') throw invalid('password')
  return {
    host: text('host').trim(),
    port,
    user: text('user'),
    password,
    dbname: text('dbname'),
    sslmode,
  }
}

const invalid = (field: string) =>
  new ConnectorError({
    code: 'CREDENTIALS_INVALID',
    message: `The field "${field}" of this connection is missing or not valid.`,
    hint: 'Edit the connection and fill the field in again.',
    field,
    retryable: false,
  })
