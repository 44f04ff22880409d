import { afterAll, beforeAll, beforeEach } from 'vitest'

import { type PostgresOptions, type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { type Database, freshDatabase } from './move-between.ts'

interface Ends {
  readonly server: RunningPostgres
  readonly source: Database
  readonly destination: Database
}

/** A server for the tests of a file, and two empty databases for each of them, which `take` gets before it begins. */
export function givenTwoDatabases(take: (ends: Ends) => void, options: PostgresOptions = {}): void {
  let server: RunningPostgres
  beforeAll(async () => {
    server = await startPostgres(options)
  })
  beforeEach(async () => {
    take({ server, source: await freshDatabase(server), destination: await freshDatabase(server) })
  })
  afterAll(() => server.stop())
}
