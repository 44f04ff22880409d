import type { KeptNewer } from '../../../ports/target-request.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sameKey } from './same-key.ts'

interface Staged {
  /** As SQL. */
  readonly target: string
  readonly staging: string
  readonly key: readonly string[]
  /** See `sameKey`. */
  readonly apart: readonly string[]
  readonly keepsNewer: KeptNewer
}

/** Deletes the staged rows of whose keys the table has rows that are as new or newer. @returns their number */
export function dropOutdated(
  session: PostgresSession,
  { target, staging, key, apart, keepsNewer: { cursor, updatesAsOld } }: Staged,
): Promise<number> {
  const at = cursor === undefined ? undefined : quoteIdentifier(cursor)
  const isOlder = updatesAsOld ? '<' : '<='
  const isNewer =
    at === undefined
      ? ''
      : ` AND there.${at} IS NOT NULL AND (staged.${at} IS NULL OR staged.${at} ${isOlder} there.${at})`
  return session.execute(
    `DELETE FROM ${staging} AS staged USING ${target} AS there WHERE ${sameKey(key, apart, 'there', 'staged')}${isNewer}`,
  )
}
