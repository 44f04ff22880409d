import { asideNames } from '../../shared/aside-names.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { describeTables, type Table } from '../schema/describe-tables.ts'
import { sqlName } from '../schema/table-name.ts'

/** Characters. Source: MySQL, "Identifier Length Limits". */
const LONGEST_NAME = 64

/** How a table gives its name to a new one. @returns nothing if it stays, or if it is not a table */
export async function asideStatement(
  session: MysqlSession,
  existing: Table | undefined,
  ending: string | undefined,
): Promise<string | undefined> {
  if (ending === undefined || existing?.kind !== 'table') return undefined
  const { database, name } = existing
  const names = asideNames((room) => [...name].slice(0, LONGEST_NAME - room).join(''), ending)
  const taken = await describeTables(session, { only: names.map((other) => ({ database, name: other })) })
  const free = names.find((other) => !taken.some((table) => table.name.toLowerCase() === other.toLowerCase()))
  return free && `RENAME TABLE ${sqlName(existing)} TO ${sqlName({ database, name: free })}`
}
