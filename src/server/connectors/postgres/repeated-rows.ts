import type { Overlap } from '../destination.ts'
import type { PostgresSession } from './postgres-session.ts'
import { quoteIdentifier } from './quote-identifier.ts'

interface Staged {
  /** As SQL. */
  readonly staging: string
  readonly target: string
  /** Columns that come and that the target has had before. */
  readonly columns: readonly string[]
  readonly overlap: Overlap
}

/** Takes those rows away from where they wait that are in the target already. @returns how many they were */
export const dropRepeated = (session: PostgresSession, staged: Staged): Promise<number> =>
  session.execute(staged.overlap.key.length > 0 ? byKey(staged) : byContent(staged))

function byKey({ staging, target, columns, overlap: { key, cursor } }: Staged): string {
  const same = key.map((name) => `there.${quoteIdentifier(name)} = coming.${quoteIdentifier(name)}`)
  const moment =
    cursor !== undefined && columns.includes(cursor) && !key.includes(cursor)
      ? [`there.${quoteIdentifier(cursor)} IS NOT DISTINCT FROM coming.${quoteIdentifier(cursor)}`]
      : []
  return `DELETE FROM ${staging} coming USING ${target} there WHERE ${[...same, ...moment].join(' AND ')}`
}

/** Of rows with the same values as many are taken away as are there. */
function byContent({ staging, target, columns, overlap: { cursor } }: Staged): string {
  const hash = `pg_catalog.md5(ROW(${columns.map(quoteIdentifier).join(', ')})::text)`
  const quoted = cursor !== undefined && columns.includes(cursor) ? quoteIdentifier(cursor) : undefined
  // Older rows of the target are none of those that were read again.
  const recent =
    quoted === undefined
      ? ''
      : ` WHERE ${quoted} >= (SELECT pg_catalog.min(${quoted}) FROM ${staging}) OR ${quoted} IS NULL`
  return `DELETE FROM ${staging} WHERE ctid IN (SELECT coming.place
    FROM (SELECT ctid AS place, ${hash} AS hash, pg_catalog.row_number() OVER (PARTITION BY ${hash}) AS nth FROM ${staging}) coming
    JOIN (SELECT ${hash} AS hash, pg_catalog.count(*) AS n FROM ${target}${recent} GROUP BY 1) there
      ON there.hash = coming.hash WHERE coming.nth <= there.n)`
}
