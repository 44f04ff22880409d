import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { MADE, namedCondition } from '../schema/describe-tables.ts'
import { entityName, type TableName } from '../schema/table-name.ts'

/**
 * Another table may have got the name since it was described, as tools that change tables online exchange them; in the snapshot it may be half
 * full. The session has read its rows and still has its locks, so that nobody changes it meanwhile. @param made of the described table
 */
export async function refuseExchanged(
  session: MysqlSession,
  table: TableName,
  made: string | undefined,
): Promise<void> {
  if (made === undefined) return
  const found = await session.query(
    `SELECT ${MADE} AS made FROM information_schema.TABLES WHERE ${namedCondition([table])}`,
  )
  // Without regard to case, there may be several.
  if (found.some((row) => row['made'] === made)) return
  throw new ConnectorError({
    code: 'SOURCE_CHANGED',
    message: sentence`${entityName(table)} was changed, or exchanged with another table, after the run began.`,
    hint: sentence`Nothing was changed at the target. Run again.`,
    retryable: true,
  })
}
