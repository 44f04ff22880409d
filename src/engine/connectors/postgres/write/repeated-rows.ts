import type { Overlap } from '../../../ports/destination.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'

export interface StagedColumn {
  readonly name: string
  /** In the target. */
  readonly type: string
}

interface Staged {
  /** As SQL. */
  readonly staging: string
  readonly target: string
  /** Columns that come and that the target has had before. */
  readonly columns: readonly StagedColumn[]
  readonly overlap: Overlap
}

/** Takes those rows away from where they wait that are in the target already. @returns how many they were */
export const dropRepeated = (session: PostgresSession, staged: Staged): Promise<number> =>
  session.execute(staged.overlap.key.length > 0 ? byKey(staged) : byContent(staged))

function byKey(staged: Staged): string {
  const { staging, target, columns, overlap } = staged
  const { key, cursor } = overlap
  const same = key.map((name) => `there.${quoteIdentifier(name)} = coming.${quoteIdentifier(name)}`)
  const moment =
    cursor !== undefined && comes(cursor, columns) && !key.includes(cursor)
      ? [`there.${quoteIdentifier(cursor)} IS NOT DISTINCT FROM coming.${quoteIdentifier(cursor)}`]
      : []
  return `DELETE FROM ${staging} coming USING ${target} there WHERE ${[...same, ...moment, ...wereRead(staged)].join(' AND ')}`
}

/** Which of those that come may have come before. */
function wereRead({ columns, overlap: { cursor, until } }: Staged): readonly string[] {
  const column = columns.find(({ name }) => name === cursor)
  if (!column || until === undefined || !ORDERED.includes(valueTypeOf(column.type).kind)) return []
  const [name, mark] = [quoteIdentifier(column.name), quoteLiteral(until)]
  return [`(coming.${name} IS NULL OR coming.${name} <= ${mark})`]
}

const ORDERED: readonly string[] = ['integer', 'decimal', 'date', 'timestamp']

/** Of rows with the same values as many are taken away as are there. */
function byContent(staged: Staged): string {
  const { staging, target, columns, overlap } = staged
  const { cursor } = overlap
  const hash = `pg_catalog.md5(ROW(${columns.map(({ name }) => quoteIdentifier(name)).join(', ')})::text)`
  const quoted = cursor !== undefined && comes(cursor, columns) ? quoteIdentifier(cursor) : undefined
  // Older rows of the target are none of those that were read again.
  const recent =
    quoted === undefined
      ? ''
      : ` WHERE ${quoted} >= (SELECT pg_catalog.min(${quoted}) FROM ${staging}) OR ${quoted} IS NULL`
  return `DELETE FROM ${staging} WHERE ctid IN (SELECT coming.place
    FROM (SELECT ctid AS place, ${hash} AS hash, pg_catalog.row_number() OVER (PARTITION BY ${hash}) AS nth
      FROM ${staging} coming WHERE ${wereRead(staged)[0] ?? 'true'}) coming
    JOIN (SELECT ${hash} AS hash, pg_catalog.count(*) AS n FROM ${target}${recent} GROUP BY 1) there
      ON there.hash = coming.hash WHERE coming.nth <= there.n)`
}

const comes = (cursor: string, columns: readonly StagedColumn[]) => columns.some(({ name }) => name === cursor)
