import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { entityName, type TableName } from '../schema/table-name.ts'

/**
 * A unique index takes rows without a value for different ones, so they would be added again by every run.
 * @param staging as SQL. @throws ConnectorError if a staged row has no value in its key
 */
export async function refuseEmptyKeys(
  session: MysqlSession,
  { target, staging, key }: { readonly target: TableName; readonly staging: string; readonly key: readonly string[] },
): Promise<void> {
  // In a column that accepts no NULL, 0000-00-00 IS NULL.
  const areEmpty = key.map((name) => `${quoteIdentifier(name)} <=> NULL`).join(' OR ')
  const [found] = await session.query(`SELECT 1 AS found FROM ${staging} WHERE ${areEmpty} LIMIT 1`)
  if (found) throw keyIsNull(target, key)
}

export const keyIsNull = (target: TableName, key: readonly string[], cause?: unknown) =>
  new ConnectorError(
    {
      code: 'KEY_IS_NULL',
      message: sentence`Rows of ${entityName(target)} have no value in their key (${key.join(', ')}).`,
      hint: sentence`Nothing was changed. Choose a key that every row has.`,
      side: 'destination',
    },
    { cause },
  )
