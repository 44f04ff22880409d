import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { VanishedHandling } from '../../../ports/vanished-rows.ts'
import type { KeyColumn } from '../../sql/key-ranges.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sameKey } from './same-key.ts'

/** The target of an upsert whose vanished rows are removed or marked. */
export interface Vanishing {
  /** The target, as SQL after FROM. */
  readonly target: string
  readonly key: readonly KeyColumn[]
  /** See `sameKey`. */
  readonly apart: readonly string[]
  readonly handling: VanishedHandling
  /** Whether the target has the column for marks already. */
  readonly hasMarks: boolean
}

/** Tables of the transaction: keys of rows that have vanished, keys of the source to compare with, and keys of marked rows that exist again. */
export const VANISHED = 'pg_temp.millrace_vanished'
export const COMPARED = 'pg_temp.millrace_compared'
export const RETURNED = 'pg_temp.millrace_returned'

export async function stageVanished(session: PostgresSession, { target, key }: Vanishing): Promise<void> {
  const keys = key.map(({ name }) => quoteIdentifier(name)).join(', ')
  for (const table of [VANISHED, COMPARED, RETURNED])
    await session.query(
      `CREATE TEMPORARY TABLE ${table.slice('pg_temp.'.length)} ON COMMIT DROP AS SELECT ${keys} FROM ${target} WITH NO DATA`,
    )
}

/** The condition that two rows have the same key. */
export const haveSameKey = ({ key, apart }: Pick<Vanishing, 'key' | 'apart'>, one: string, other: string): string =>
  sameKey(
    key.map(({ name }) => name),
    apart,
    one,
    other,
  )

/** Removes or marks the rows that were found, as part of the transaction that puts the others in place. @returns their number */
export async function handleVanished(session: PostgresSession, vanishing: Vanishing): Promise<number> {
  const { target, handling } = vanishing
  const { column, at } = handling
  const found = `${VANISHED} gone WHERE ${haveSameKey(vanishing, 'there', 'gone')}`
  if (column === undefined) {
    const removed = await session.execute(`DELETE FROM ${target} there USING ${found}`)
    await refuseKept(session, {
      target,
      found: `${target} there JOIN ${found.replace(' WHERE ', ' ON ')}`,
      handled: removed,
    })
    return removed
  }
  const mark = quoteIdentifier(column)
  await session.execute(
    `UPDATE ${target} there SET ${mark} = NULL FROM ${RETURNED} again WHERE ${haveSameKey(vanishing, 'there', 'again')}`,
  )
  const isUnmarkedNow = `${found} AND there.${mark} IS NULL`
  const marked = await session.execute(`UPDATE ${target} there SET ${mark} = $1 FROM ${isUnmarkedNow}`, [
    at.toISOString(),
  ])
  await refuseKept(session, {
    target,
    found: `${target} there JOIN ${isUnmarkedNow.replace(' WHERE ', ' ON ')}`,
    handled: marked,
  })
  return marked
}

/** @throws ConnectorError if rows that were found are still there */
async function refuseKept(
  session: PostgresSession,
  { target, found, handled }: { readonly target: string; readonly found: string; readonly handled: number },
): Promise<void> {
  const [row] = await session.query(`SELECT pg_catalog.count(*) AS rows FROM ${VANISHED}`)
  // Fewer, too, if somebody else has removed some at the same time.
  if (Number(row?.['rows']) <= handled || (await session.query(`SELECT FROM ${found} LIMIT 1`)).length === 0) return
  throw new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: sentence`${target.replace(/^ONLY /, '').replaceAll('"', '')} keeps rows that are gone at the source; a trigger, a rule or row security of the table keeps them.`,
    hint: sentence`Nothing was changed. Change what keeps the rows, or keep them (a setting of the stream).`,
    retryable: true,
  })
}
