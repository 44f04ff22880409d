import type { MysqlSession } from '../driver/mysql-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { STAGED_ROW } from './plain-staging.ts'

interface Staged {
  /** As SQL, of `plainStaging`. */
  readonly staging: string
  readonly key: readonly string[]
}

/** Deletes the staged rows that have a later row with the same key. @returns their number */
export async function dropSuperseded(session: MysqlSession, { staging, key }: Staged): Promise<number> {
  const same = key.map((name) => `twins.${quoteIdentifier(name)} = s.${quoteIdentifier(name)}`)
  const { affectedRows } = await session.execute(
    `DELETE s FROM ${staging} s JOIN (${twins({ staging, key })}) twins ON ${same.join(' AND ')} AND s.${STAGED_ROW} < twins.millrace_last`,
  )
  return affectedRows
}

/** Whether several staged rows have the same key. */
export async function haveTwins(session: MysqlSession, staged: Staged): Promise<boolean> {
  return (await session.query(`${twins(staged)} LIMIT 1`)).length > 0
}

function twins({ staging, key }: Staged): string {
  const names = key.map(quoteIdentifier).join(', ')
  return `SELECT ${names}, MAX(${STAGED_ROW}) AS millrace_last FROM ${staging} GROUP BY ${names} HAVING COUNT(*) > 1`
}
