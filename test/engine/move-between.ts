import pg from 'pg'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { MoveRequest, MoveResult } from '../../src/engine/move/run/move-request.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { makeDialler } from '../../src/engine/net/dialler.ts'
import type { ConnectorContext, Endpoint } from '../../src/engine/ports/connector.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { withSession } from '../support/postgres/kept-sessions.ts'
import type { RunningPostgres } from '../support/postgres/start-postgres.ts'

export type Database = Pick<RunningPostgres, 'host' | 'port' | 'user' | 'password' | 'database'>

/** A connection with text values, whose end by the server ends nothing else. */
export async function connectTo(database: Database): Promise<pg.Client> {
  const client = new pg.Client({ ...database, types: { getTypeParser: () => (value: string) => value } })
  client.on('error', () => {})
  await client.connect()
  return client
}

let databases = 0

/** A new, empty database on a running server, so that tests do not see each other. */
export async function freshDatabase(server: RunningPostgres, options = ''): Promise<Database> {
  const database = `test_${process.pid}_${++databases}`
  await run(server, `CREATE DATABASE ${database} ${server.strategy} ${options}`)
  return { ...server, database }
}

export async function run(
  database: Database,
  ...statements: readonly string[]
): Promise<readonly Record<string, string | null>[]> {
  const { host, port, user, password, database: name } = database
  return withSession(JSON.stringify([host, port, user, password, name]), {
    open: () => connectTo(database),
    use: async (client) => {
      let rows: Record<string, string | null>[] = []
      for (const statement of statements) rows = (await client.query<Record<string, string | null>>(statement)).rows
      return rows
    },
  })
}

export const endpointOf = ({ host, port, user, password, database }: Database, overrides: object = {}): Endpoint => ({
  integration: 'postgres',
  credentials: { host, port, user, password, dbname: database, sslmode: 'prefer', ...overrides },
  config: {},
})

export const contextWith = (signal = new AbortController().signal): ConnectorContext => ({
  signal,
  dialler: makeDialler({ allowPrivate: true }),
  vendors: { addresses: {} },
})

export const replace = (entity: string, target = entity): StreamRequest => ({ entity, target, mode: 'replace' })

let epochs = 0n

export interface Attempt
  extends Partial<
    Pick<
      MoveRequest,
      | 'fence'
      | 'context'
      | 'stateOf'
      | 'knownTargets'
      | 'rejects'
      | 'transformations'
      | 'dry'
      | 'sql'
      | 'copiesStructure'
      | 'ranges'
    >
  > {
  readonly onEvent?: (event: MoveEvent) => void
}

export const nextFence = () => ({ flowId: 'flow', runId: `run-${epochs}`, epoch: ++epochs })

/** Moves streams from one database to another; without streams, everything. */
export function moveBetween(
  source: Database | Endpoint,
  destination: Database | Endpoint,
  streams: readonly StreamRequest[],
  attempt: Attempt = {},
): Promise<MoveResult> {
  const endpoint = (end: Database | Endpoint) => ('credentials' in end ? end : endpointOf(end))
  return move({
    source: { connector: postgresConnector, endpoint: endpoint(source) },
    destination: { connector: postgresConnector, endpoint: endpoint(destination) },
    streams,
    fence: nextFence(),
    stepProcesses: keptStepProcesses,
    context: contextWith(),
    onEvent: () => {},
    ...attempt,
  })
}

export const statuses = ({ streams }: MoveResult) => streams.map(({ status }) => status)

export const problems = ({ streams }: MoveResult) => streams.map(({ error }) => error)
