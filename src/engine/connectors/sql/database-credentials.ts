import { type TlsSettings, tlsSettings } from '../../net/tls/tls-settings.ts'
import type { Endpoint } from '../../ports/connector.ts'
import type { TunnelSettings } from '../../ports/dialler.ts'
import { invalidCredential } from '../../ports/invalid-credential.ts'
import { tunnelSettings } from './database-route.ts'

export interface DatabaseCredentials {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  readonly tls: TlsSettings
  readonly tunnel: TunnelSettings | undefined
  /** Of a session that the server lets read its log, and that takes no values beside a statement. */
  readonly readsLog?: true
}

/**
 * Reads only the fields of the form; other fields of a stored document never reach a driver.
 * @param databaseField the form's name for the database field. @throws ConnectorError
 */
export function databaseCredentials(endpoint: Endpoint, databaseField: 'database' | 'dbname'): DatabaseCredentials {
  const { credentials } = endpoint
  const text = (field: string) => {
    const value = credentials[field]
    if (typeof value !== 'string' || value === '' || value.includes('\0')) throw invalidCredential(field)
    return value
  }
  const port = Number(credentials['port'])
  if (!Number.isInteger(port)) throw invalidCredential('port')
  const password = credentials['password'] ?? ''
  if (typeof password !== 'string') throw invalidCredential('password')
  return {
    host: text('host').trim(),
    port,
    user: text('user'),
    password,
    database: text(databaseField),
    tls: tlsSettings(endpoint),
    tunnel: tunnelSettings(endpoint),
  }
}
