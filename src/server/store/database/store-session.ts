import type { Readable, Writable } from 'node:stream'
import { from, to } from 'pg-copy-streams'

import { StartFailure } from '../../host/start-failure.ts'
import { type Query, queryOn } from './database.ts'
import { StoreClient } from './store-client.ts'

/** One connection to the store: for work on the whole store, such as a migration or a backup. */
export interface StoreSession {
  readonly query: Query
  /** What a `copy … to stdout` says. Read it to its end before the next statement. */
  copyOut(statement: string): Readable
  /** Takes the input of a `copy … from stdin`; the next statement may follow after its end. */
  copyIn(statement: string): Writable
  end(): Promise<void>
}

/** @throws StartFailure when the database cannot be reached */
export async function openSession(databaseUrl: string): Promise<StoreSession> {
  const client = new StoreClient({
    connectionString: databaseUrl,
    application_name: 'millrace store',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  await client.connect().catch((error: unknown) => {
    throw new StartFailure(
      `The database of DATABASE_URL cannot be used: ${reasonOf(error)}. Start it, or correct DATABASE_URL.`,
    )
  })
  // The statement that waits gets the same error.
  client.on('error', () => {})
  return {
    query: queryOn(client),
    copyOut: (statement) => client.query(to(statement)),
    copyIn: (statement) => client.query(from(statement)),
    end: () => client.end(),
  }
}

/** The message of the server or the socket; a host with several addresses fails with one error for each and no own message. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(reasonOf).join(', ')
    : error instanceof Error
      ? error.message
      : 'unknown'
