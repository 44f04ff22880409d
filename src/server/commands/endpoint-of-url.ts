import { userInfo } from 'node:os'

import { CommandFailure } from '../../cli/command-failure.ts'
import type { Endpoint } from '../../engine/ports/connector.ts'

interface System {
  readonly type: 'postgres' | 'mysql'
  readonly port: number
  /** The credential with the name of the database. */
  readonly database: 'dbname' | 'database'
}

const POSTGRES: System = { type: 'postgres', port: 5432, database: 'dbname' }
const MYSQL: System = { type: 'mysql', port: 3306, database: 'database' }

const SYSTEMS: Readonly<Record<string, System>> = {
  'postgres:': POSTGRES,
  'postgresql:': POSTGRES,
  'mysql:': MYSQL,
  'mariadb:': MYSQL,
}

export interface DatabaseEnd {
  readonly type: System['type']
  readonly endpoint: Endpoint
  /** For people: without a password. */
  readonly name: string
}

/**
 * A database as people write it: `postgres://user:password@host:port/database?sslmode=require`. Parameters are credentials of the same name.
 * @param password in place of one in the address, which others could see in the list of processes. @throws CommandFailure that says what is wrong
 */
export function databaseAt(address: string, password: string | undefined): DatabaseEnd {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const system = url && SYSTEMS[url.protocol]
  if (!url || !system)
    throw new CommandFailure(
      `"${address.replace(/\/\/.*@/, '//…@')}" is no address of a database. It has the form postgres://user@host/database or mysql://user@host/database.`,
    )
  const database = decodeURIComponent(url.pathname.slice(1))
  if (database === '')
    throw new CommandFailure(`The address of ${url.hostname} names no database: ${url.protocol}//${url.host}/database.`)
  const user = decodeURIComponent(url.username) || userInfo().username
  const port = url.port === '' ? system.port : Number(url.port)
  return {
    type: system.type,
    name: `${system.type} ${url.hostname}:${port}/${database}`,
    endpoint: {
      integration: system.type,
      credentials: {
        ...Object.fromEntries(url.searchParams),
        host: decodeURIComponent(url.hostname).replace(/^\[|\]$/g, ''),
        port,
        user,
        password: password ?? decodeURIComponent(url.password),
        [system.database]: database,
        ...(system.type === 'postgres' && { sslmode: url.searchParams.get('sslmode') ?? 'prefer' }),
      },
      config: {},
    },
  }
}
