import type { MysqlSession } from '../driver/mysql-session.ts'
import { bookkeepingTables } from '../fence/fence.ts'
import { sqlName } from '../schema/table-name.ts'

const OWN = 'ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'

/** The tables of our own that a mirror needs in the destination. @param databases of the targets */
export async function createMirrorTables(
  session: MysqlSession,
  database: string,
  databases: readonly string[],
): Promise<void> {
  for (const name of databases)
    await session.query(
      `CREATE TABLE IF NOT EXISTS ${sqlName(bookkeepingTables(name).mirror)} (flow_id varchar(64) NOT NULL, entity varchar(255) NOT NULL,
        target varchar(64) NOT NULL, state varchar(16) NOT NULL, since longtext, moment longtext, until longtext, problem longtext,
        needs_copy boolean NOT NULL DEFAULT FALSE, shape longtext, made varchar(64), changed_at datetime(6) NOT NULL, PRIMARY KEY (flow_id, entity)) ${OWN}`,
    )
  await session.query(
    `CREATE TABLE IF NOT EXISTS ${sqlName(bookkeepingTables(database).changes)} (number bigint NOT NULL AUTO_INCREMENT PRIMARY KEY,
      flow_id varchar(64) NOT NULL, entity varchar(255) NOT NULL, is_last boolean NOT NULL, shape longtext, changes longblob NOT NULL,
      KEY (flow_id, entity, number)) ${OWN}`,
  )
}
