import type { KeptNewer } from '../../../ports/target-request.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'

interface Staged {
  /** As SQL. */
  readonly staging: string
  readonly target: string
  readonly key: readonly string[]
  readonly keepsNewer: KeptNewer
}

/** Deletes the staged rows of whose keys the table has rows that are as new or newer. @returns their number */
export async function dropOutdated(
  session: MysqlSession,
  { staging, target, key, keepsNewer: { cursor, updatesAsOld } }: Staged,
): Promise<number> {
  const same = key.map((name) => `t.${quoteIdentifier(name)} = s.${quoteIdentifier(name)}`)
  const at = cursor === undefined ? undefined : quoteIdentifier(cursor)
  const isOlder = updatesAsOld ? '<' : '<='
  const isNewer = at === undefined ? [] : [`t.${at} IS NOT NULL AND (s.${at} IS NULL OR s.${at} ${isOlder} t.${at})`]
  const statement = `DELETE s FROM ${staging} s JOIN ${target} t ON ${[...same, ...isNewer].join(' AND ')}`
  return (await session.execute(statement)).affectedRows
}
