import type { Endpoint } from '../connector.ts'
import { ConnectorError } from '../connector.ts'

export interface MysqlCredentials {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

/** Takes exactly the fields of the form; whatever else a stored document holds never reaches the driver. @throws ConnectorError */
export function mysqlCredentials({ credentials }: Endpoint): MysqlCredentials {
  const text = (field: string) => {
    const value = credentials[field]
    if (typeof value !== 'string' || value === '' || value.includes('\0')) throw invalid(field)
    return value
  }
  const port = Number(credentials['port'])
  if (!Number.isInteger(port)) throw invalid('port')
  const password = credentials['password'] ?? ''
  if (typeof password !== 'string') throw invalid('password')
  return { host: text('host').trim(), port, user: text('user'), password, database: text('database') }
}

const invalid = (field: string) =>
  new ConnectorError({
    code: 'CREDENTIALS_INVALID',
    message: `The field "${field}" of this connection is missing or not valid.`,
    hint: 'Edit the connection and fill the field in again.',
    field,
    retryable: false,
  })
