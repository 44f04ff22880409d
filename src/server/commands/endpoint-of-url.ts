import { userInfo } from 'node:os'

import { UsageFailure } from '../../cli/command-failure.ts'
import { INTEGRATION_TYPES } from '../../core/catalog/connections/integration-types.ts'
import { defined } from '../../core/catalog/defined.ts'
import type { Endpoint } from '../../engine/ports/connector.ts'
import { nearestName } from '../host/nearest-name.ts'

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
 * @param password in place of one in the address, which others could see in the list of processes. @throws UsageFailure that says what is wrong
 */
export function databaseAt(address: string, password: string | undefined): DatabaseEnd {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const system = url && SYSTEMS[url.protocol]
  if (!url || !system)
    throw new UsageFailure(
      `"${address.replace(/\/\/.*@/, '//…@')}" is no address of a database. It has the form postgres://user@host/database or mysql://user@host/database.`,
    )
  const database = decodeURIComponent(url.pathname.slice(1))
  if (database === '')
    throw new UsageFailure(`The address of ${url.hostname} names no database: ${url.protocol}//${url.host}/database.`)
  const user = decodeURIComponent(url.username) || userInfo().username
  const port = url.port === '' ? system.port : Number(url.port)
  return {
    type: system.type,
    name: `${system.type} ${url.hostname}:${port}/${database}`,
    endpoint: {
      integration: system.type,
      credentials: {
        ...parametersOf(url, system),
        host: decodeURIComponent(url.hostname).replace(/^\[|\]$/g, ''),
        port,
        user,
        password: password ?? decodeURIComponent(url.password),
        [system.database]: database,
        ...defined({ sslmode: system.type === 'postgres' ? (url.searchParams.get('sslmode') ?? 'prefer') : undefined }),
      },
      config: {},
    },
  }
}

/** In the address itself. */
const IN_ADDRESS = ['host', 'port', 'user', 'password', 'dbname', 'database']

/** A name that nobody knows would be overlooked, and with it what it protects. @throws UsageFailure */
function parametersOf({ searchParams }: URL, { type }: System): Readonly<Record<string, string>> {
  const fields = INTEGRATION_TYPES[type].fields.filter(({ name }) => !IN_ADDRESS.includes(name))
  for (const [name, value] of searchParams) {
    const field = fields.find((known) => known.name === name)
    if (!field)
      throw unknownParameter(
        name,
        fields.map((known) => known.name),
      )
    if (field.kind === 'select' && !field.options.some((option) => option === value))
      throw new UsageFailure(`"${value}" is no ${name}. There are ${field.options.join(', ')}.`)
  }
  return Object.fromEntries(searchParams)
}

function unknownParameter(name: string, known: readonly string[]): UsageFailure {
  const nearest = nearestName(name, known)
  const meant = nearest === undefined ? `There are ${known.join(', ')}.` : `Did you mean ${nearest}?`
  return new UsageFailure(`The address has no parameter "${name}". ${meant}`)
}
