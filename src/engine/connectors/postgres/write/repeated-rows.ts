import type { Overlap } from '../../../ports/target-request.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'
import { asText } from './loose-keys.ts'
import { sameKey } from './same-key.ts'

export interface StagedColumn {
  readonly name: string
  /** The column in the target. */
  readonly type: string
  /** It takes values for equal that the source tells apart. */
  readonly isMerging?: boolean
  /** See `sameKey`. */
  readonly isApart?: boolean
}

interface Staged {
  /** As SQL. */
  readonly staging: string
  readonly target: string
  /** Moved columns that the target already had. */
  readonly columns: readonly StagedColumn[]
  readonly overlap: Overlap
}

/** Deletes the staged rows that the target already has. @returns the number of deleted rows */
export const dropRepeated = (session: PostgresSession, staged: Staged): Promise<number> =>
  session.execute(staged.overlap.key.length > 0 ? byKey(staged) : byContent(staged))

function byKey(staged: Staged): string {
  const { staging, target, columns, overlap } = staged
  const { key, cursor } = overlap
  const apart = columns.filter(({ isApart }) => isApart).map(({ name }) => name)
  const exactly = columns
    .filter(({ name, isMerging }) => isMerging && (key.includes(name) || name === cursor))
    .map(
      ({ name }) =>
        `${asText(`there.${quoteIdentifier(name)}`)} IS NOT DISTINCT FROM ${asText(`coming.${quoteIdentifier(name)}`)}`,
    )
  const moment =
    cursor !== undefined && comes(cursor, columns) && !key.includes(cursor)
      ? [`there.${quoteIdentifier(cursor)} IS NOT DISTINCT FROM coming.${quoteIdentifier(cursor)}`]
      : []
  return `DELETE FROM ${staging} coming USING ${target} there WHERE ${[sameKey(key, apart, 'there', 'coming'), ...exactly, ...moment, ...wereRead(staged)].join(' AND ')}`
}

/** The staged rows that may have been written before. */
function wereRead({ columns, overlap: { cursor, until } }: Staged): readonly string[] {
  const column = columns.find(({ name }) => name === cursor)
  if (!column || until === undefined || column.type === 'money' || !ORDERED.includes(valueTypeOf(column.type).kind))
    return []
  const [name, mark] = [quoteIdentifier(column.name), quoteLiteral(until)]
  return [`(coming.${name} IS NULL OR coming.${name} <= ${mark})`]
}

const ORDERED: readonly string[] = ['integer', 'decimal', 'date', 'timestamp']

/** Of equal rows, as many are deleted as the target has. */
function byContent(staged: Staged): string {
  const { staging, target, columns, overlap } = staged
  const hash = `pg_catalog.md5(ROW(${columns.map(({ name }) => quoteIdentifier(name)).join(', ')})::text)`
  const recent = cursorFrom(columns, overlap, staging)
  return `DELETE FROM ${staging} WHERE ctid IN (SELECT coming.place
    FROM (SELECT ctid AS place, ${hash} AS hash, pg_catalog.row_number() OVER (PARTITION BY ${hash}) AS nth
      FROM ${staging} coming WHERE ${wereRead(staged)[0] ?? 'true'}) coming
    JOIN (SELECT ${hash} AS hash, pg_catalog.count(*) AS n FROM ${target} WHERE ${recent ?? 'true'} GROUP BY 1) there
      ON there.hash = coming.hash WHERE coming.nth <= there.n)`
}

/** The rows of the target that may be among the staged ones: those from before the overlap were not read again. */
export function cursorFrom(columns: readonly StagedColumn[], { cursor }: Overlap, staging: string): string | undefined {
  if (cursor === undefined || !comes(cursor, columns)) return undefined
  const quoted = quoteIdentifier(cursor)
  return `(${quoted} >= (SELECT pg_catalog.min(${quoted}) FROM ${staging}) OR ${quoted} IS NULL)`
}

const comes = (cursor: string, columns: readonly StagedColumn[]) => columns.some(({ name }) => name === cursor)
