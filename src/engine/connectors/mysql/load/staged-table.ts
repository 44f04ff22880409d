import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { AskStaged, StagedTable } from '../../shared/staged-rows-query.ts'
import { isMysqlSince8, type MysqlSession, type ServerFacts } from '../driver/mysql-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import type { WritePlan } from '../target/plan-write.ts'

export const stagedTable = (staging: string, { written }: Pick<WritePlan, 'written'>): StagedTable => ({
  staging,
  columns: written.map(({ column }) => quoteIdentifier(column.name)),
})

/** Sessions that write accept one statement at a time. */
export const asking =
  (session: MysqlSession): AskStaged =>
  async (select, limit) => {
    refuseOlder(session.facts)
    return session.query(`${select} LIMIT ${limit}`)
  }

/** @throws ConnectorError if the server cannot give the staged rows a name for a query */
function refuseOlder(facts: ServerFacts): void {
  if (facts.isMariaDb || isMysqlSince8(facts)) return
  const [version = ''] = facts.version.split('-')
  throw new ConnectorError({
    code: 'CHECK_NOT_EXECUTABLE',
    message: sentence`MySQL ${version} cannot execute checks of rows, except for their number.`,
    hint: sentence`Nothing was changed. Remove the checks, or write to MySQL 8 or newer, or MariaDB.`,
    side: 'destination',
  })
}
