import type { MysqlDatabase } from '../support/mariadb/run-mysql.ts'
import type { MariadbOptions, RunningMariadb } from '../support/mariadb/start-mariadb.ts'
import { givenMysql } from './given-mysql.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import type { Database } from './move-between.ts'

interface BothSystems {
  readonly server: RunningMariadb
  readonly source: Database
  readonly destination: Database
  readonly from: MysqlDatabase
  readonly to: MysqlDatabase
}

/** Two empty databases of Postgres and two of MySQL for each test of a file, which `take` gets before it begins. */
export function givenBothSystems(
  take: (ends: BothSystems) => void,
  {
    mariadb = {},
    settings = {},
  }: { readonly mariadb?: MariadbOptions; readonly settings?: Readonly<Record<string, string>> } = {},
): void {
  let postgres: Pick<BothSystems, 'source' | 'destination'>
  givenTwoDatabases(
    (ends) => {
      postgres = ends
    },
    { settings },
  )
  givenMysql((ends) => take({ ...postgres, ...ends }), mariadb)
}
