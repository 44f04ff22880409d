import { afterAll, beforeAll, beforeEach } from 'vitest'

import type { MysqlDatabase } from '../support/mariadb/run-mysql.ts'
import { type MariadbOptions, type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { freshMysql } from './move-mysql.ts'

interface Ends {
  readonly server: RunningMariadb
  readonly from: MysqlDatabase
  readonly to: MysqlDatabase
}

/** A server for the tests of a file, and two empty databases for each of them, which `take` gets before it begins. */
export function givenMysql(take: (ends: Ends) => void, options: MariadbOptions = {}): void {
  let server: RunningMariadb
  beforeAll(async () => {
    server = await startMariadb(options)
  })
  beforeEach(async () => {
    take({ server, from: await freshMysql(server), to: await freshMysql(server) })
  })
  afterAll(() => server?.stop())
}
