import type { RunMode } from '../../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../../core/catalog/defined.ts'
import { type DryRunRows, type RowChange, SHOWN_CHARACTERS, SHOWN_ROWS } from '../../../ports/dry-run.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { VANISHED, type Vanishing } from '../write/vanished-rows.ts'

export interface Comparison {
  /** The staged rows, as SQL. */
  readonly staging: string
  /** As SQL; absent if there is no target yet. */
  readonly target?: string
  readonly mode: RunMode
  /** In the order of display. */
  readonly columns: readonly string[]
  /** Columns that identify rows; without any, a different row counts as one removed and one new row. */
  readonly key: readonly string[]
  /** Rows of the target that have vanished from the source were searched. */
  readonly vanishing?: Vanishing
}

/**
 * Compares the staged rows with the existing rows, as multisets of texts: a row that is staged more often than it exists is new or changed, a row that
 * exists more often than it is staged is removed or changed, and rows of one key are paired. Part of a transaction that is rolled back.
 */
export async function compareRows(session: PostgresSession, comparison: Comparison): Promise<DryRunRows> {
  const { columns } = comparison
  await session.query(comparisonTables(comparison))
  const [counts] = await session.query(
    `SELECT pg_catalog.count(*) FILTER (WHERE after.cells IS NOT NULL AND before.cells IS NULL) AS created,
       pg_catalog.count(*) FILTER (WHERE after.cells IS NOT NULL AND before.cells IS NOT NULL) AS changed,
       pg_catalog.count(*) FILTER (WHERE after.cells IS NULL) AS removed,
       (SELECT pg_catalog.count(*) FROM pg_temp.millrace_coming) AS coming FROM ${PAIRS}`,
  )
  const count = (name: string) => Number(counts?.[name])
  const shown = (side: string) =>
    `(SELECT pg_catalog.json_agg(pg_catalog.left(cell, ${SHOWN_CHARACTERS}) ORDER BY place) FROM pg_catalog.unnest(${side}) WITH ORDINALITY cells (cell, place))`
  const rows = await session.query(
    `SELECT ${shown('old')} AS old, ${shown('new')} AS new FROM (
       SELECT before.cells AS old, after.cells AS new, pg_catalog.row_number() OVER (
         PARTITION BY before.cells IS NULL, after.cells IS NULL ORDER BY COALESCE(after.key, before.key)) AS place FROM ${PAIRS}) pairs
     ORDER BY place, old IS NULL, new IS NULL LIMIT ${SHOWN_ROWS}`,
  )
  const isMarked = comparison.vanishing?.handling.column !== undefined
  const difference = {
    created: count('created'),
    changed: count('changed'),
    removed: isMarked ? 0 : count('removed'),
    ...defined({ marked: isMarked ? count('removed') : undefined }),
  }
  return {
    difference: { ...difference, unchanged: count('coming') - difference.created - difference.changed },
    columns,
    sample: rows.map(
      ({ old, new: after }): RowChange =>
        defined({
          before: old == null ? undefined : (JSON.parse(old) as (string | null)[]),
          after: after == null ? undefined : (JSON.parse(after) as (string | null)[]),
        }),
    ),
  }
}

const PAIRS =
  'pg_temp.millrace_after AS after FULL JOIN pg_temp.millrace_before AS before ON after.key = before.key AND after.nth = before.nth'

function comparisonTables({ staging, target, mode, columns, key, vanishing }: Comparison): string {
  const cells = `ARRAY[${columns.map((name) => `${quoteIdentifier(name)}::text`).join(', ')}]::text[] AS cells`
  const places = key.map((name) => columns.indexOf(name) + 1)
  const keyOf = places.length > 0 ? `ARRAY[${places.map((place) => `cells[${place}]`).join(', ')}]` : 'cells'
  const nth = `pg_catalog.row_number() OVER (PARTITION BY ${keyOf} ORDER BY cells)`
  const names = key.map(quoteIdentifier).join(', ')
  // Of several rows with one key the last one read wins.
  const coming =
    mode === 'upsert'
      ? `SELECT DISTINCT ON (${names}) ${cells} FROM ${staging} ORDER BY ${names}, ctid DESC`
      : `SELECT ${cells} FROM ${staging}`
  const isCompared = target !== undefined && mode !== 'append'
  const none = 'SELECT cells FROM pg_temp.millrace_coming WHERE false'
  const there = isCompared ? `SELECT ${cells} FROM ${target}` : none
  const gone = `SELECT * FROM (${there} EXCEPT ALL SELECT cells FROM pg_temp.millrace_coming) gone`
  const vanished =
    vanishing && key.length > 0
      ? ` OR ${keyOf} IN (SELECT ARRAY[${key.map((name) => `${quoteIdentifier(name)}::text`).join(', ')}] FROM ${VANISHED})`
      : ''
  const isKept = `(${keyOf} IN (SELECT ${keyOf} FROM pg_temp.millrace_coming)${vanished})`
  const make = (name: string, query: string) => `CREATE TEMPORARY TABLE millrace_${name} ON COMMIT DROP AS ${query};`
  return [
    make('coming', coming),
    make(
      'after',
      `SELECT cells, ${keyOf} AS key, ${nth} AS nth FROM (SELECT cells FROM pg_temp.millrace_coming EXCEPT ALL ${there}) come`,
    ),
    // Existing rows without a new row of the same key stay unchanged.
    make(
      'before',
      `SELECT cells, ${keyOf} AS key, ${nth} AS nth FROM (${gone}${mode === 'upsert' ? ` WHERE ${isKept}` : ''}) go`,
    ),
  ].join('\n')
}
