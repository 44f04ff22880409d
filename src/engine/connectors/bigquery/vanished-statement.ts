import type { VanishedHandling } from '../../ports/vanished-rows.ts'
import { quote } from './merge-statement.ts'

/** Vanished rows of a table, before it is merged with staged rows that are all rows of the source. */
export interface Vanishing {
  readonly handling: VanishedHandling
  /** Whether the table has the column for marks already. */
  readonly hasMarks: boolean
}

export const isUnmarked = ({ handling: { column }, hasMarks }: Vanishing): string =>
  column !== undefined && hasMarks ? `target.${quote(column)} IS NULL` : 'TRUE'

/** One row: the rows of the table that were not marked before, and those of them that are not staged. */
export function countVanished(
  { target, staging, key }: { readonly target: string; readonly staging: string; readonly key: readonly string[] },
  vanishing: Vanishing,
): string {
  const keys = key.map(quote)
  return `SELECT COUNT(*), COUNTIF(staged.${keys[0]} IS NULL) FROM ${quote(target)} AS target
LEFT JOIN (SELECT DISTINCT ${keys.join(', ')} FROM ${quote(staging)}) AS staged
ON ${keys.map((name) => `target.${name} = staged.${name}`).join(' AND ')} WHERE ${isUnmarked(vanishing)}`
}

/**
 * The last clause of the MERGE. Source: cloud.google.com/bigquery/docs/reference/standard-sql/dml-syntax#merge_statement
 * (`not_matched_by_source_clause`).
 */
export function vanishedClause(vanishing: Vanishing): string {
  const { column, at } = vanishing.handling
  const when = '\nWHEN NOT MATCHED BY SOURCE'
  if (column === undefined) return `${when} THEN DELETE`
  return `${when} AND ${isUnmarked(vanishing)} THEN UPDATE SET ${quote(column)} = TIMESTAMP '${at.toISOString()}'`
}
