import { ConnectorError } from '../../../ports/connector.ts'
import type { Refusal } from '../../../ports/source.ts'
import { type Refused, refusalOf } from '../../sql/refusal-of.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sqlName, type TableName } from '../schema/table-name.ts'
import { mysqlError } from './mysql-problem.ts'

/**
 * What of a table the account may not read, found by reading nothing of it: `information_schema` hides what an account has no right to, and
 * an attempt is refused with another error than one for a name that does not exist, unless the account has no right to the whole.
 */
export async function readRefusal(
  session: MysqlSession,
  table: TableName,
  asked: Omit<Refused, 'account'>,
): Promise<Refusal | undefined> {
  const isRefused = async (expression: string) => {
    try {
      await session.query(`SELECT ${expression} FROM ${sqlName(table)} LIMIT 0`)
      return false
    } catch (error) {
      const explained = mysqlError(error, 'source')
      return explained instanceof ConnectorError && explained.problem.code === 'PERMISSION_MISSING'
    }
  }
  const account = async () => (await session.query('SELECT CURRENT_USER() AS account'))[0]?.['account'] ?? ''
  const refusal = async (columns: readonly string[]) =>
    refusalOf({ ...asked, account: await account(), columns, isPerhapsMissing: true })
  if (await isRefused('1')) return refusal([])
  const columns: string[] = []
  for (const column of asked.columns) if (await isRefused(quoteIdentifier(column))) columns.push(column)
  return columns.length > 0 ? refusal(columns) : undefined
}
