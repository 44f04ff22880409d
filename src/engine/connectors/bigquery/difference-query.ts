import type { RunMode } from '../../../core/catalog/connections/connection-types.ts'
import { SHOWN_CHARACTERS, SHOWN_ROWS } from '../../ports/dry-run.ts'
import type { TableField } from './dataset.ts'
import { ORDINAL, quote } from './merge-statement.ts'
import { isUnmarked, type Vanishing } from './vanished-statement.ts'

export interface StagedComparison {
  /** `project.dataset.table` */
  readonly staging: string
  readonly target: string
  readonly mode: Exclude<RunMode, 'append'>
  /** The compared columns, as the target has them, in the order of display. */
  readonly columns: readonly Pick<TableField, 'name' | 'type' | 'mode'>[]
  /** Those that the target does not have yet: empty in its rows. */
  readonly added: readonly string[]
  /** Columns that identify rows; without any, a different row counts as one removed and one new row. */
  readonly key: readonly string[]
  /** Staged are all rows of the source, so that other rows of the target have vanished. */
  readonly vanishing?: Vanishing
}

/** Characters of a row in the sample: the answer is one row, and BigQuery sends at most 20 MB at once. */
const ROW_CHARACTERS = 50_000

/**
 * Compares staged rows with those of the target, as multisets of texts: equal rows of both sides cancel each other out, and the rest is paired by
 * its key. One row: the staged rows (of several with one key, the last), the numbers of new, changed and removed rows, those of all rows of the
 * target that a removal could concern, and a sample as a list of JSON pairs.
 */
export function differenceQuery({ staging, target, mode, columns, added, key, vanishing }: StagedComparison): string {
  const cells = columns.map((column, at) => `${cellOf(column)} AS c${at}`).join(', ')
  const there = columns
    .map((column, at) => `${added.includes(column.name) ? 'CAST(NULL AS STRING)' : cellOf(column)} AS c${at}`)
    .join(', ')
  const all = listOf(columns.map((_, at) => `c${at}`))
  const places = key.map(
    (name) => `c${columns.findIndex((column) => column.name.toLowerCase() === name.toLowerCase())}`,
  )
  const content = `SHA256(TO_JSON_STRING(${all}))`
  const hashes = `${content} AS content, ${places.length > 0 ? `TO_JSON_STRING(${listOf(places)})` : content} AS id`
  const counted = (rows: string) => `SELECT *, ROW_NUMBER() OVER (PARTITION BY content) AS nth
  FROM (SELECT ${hashes}, ${shown(columns)} AS shown, free FROM (${rows}))`
  const apart = (one: string, other: string, where: string) => `SELECT one.id, one.shown,
    ROW_NUMBER() OVER (PARTITION BY one.id ORDER BY one.content, one.nth) AS pair
  FROM ${one} AS one LEFT JOIN ${other} AS other ON other.content = one.content AND other.nth = one.nth WHERE other.content IS NULL${where}`
  const ids = 'one.id IN (SELECT id FROM coming)'
  const touched = vanishing ? ` AND (one.free OR ${ids})` : ` AND ${ids}`
  const free = vanishing ? isUnmarked(vanishing) : 'TRUE'
  return `WITH coming AS (${counted(`SELECT ${cells}, TRUE AS free FROM ${quote(staging)} WHERE TRUE${mode === 'upsert' ? ` ${lastOf(key)}` : ''}`)}),
there AS (${counted(`SELECT ${there}, ${free} AS free FROM ${quote(target)} AS target`)}),
come AS (${apart('coming', 'there', '')}),
gone AS (${apart('there', 'coming', mode === 'upsert' ? touched : '')}),
pairs AS (SELECT gone.shown AS old, come.shown AS fresh, ROW_NUMBER() OVER (
    PARTITION BY gone.id IS NULL, come.id IS NULL ORDER BY IFNULL(come.id, gone.id)) AS place
  FROM come FULL JOIN gone ON come.id = gone.id AND come.pair = gone.pair),
ranked AS (SELECT *, ROW_NUMBER() OVER (ORDER BY place, old IS NULL, fresh IS NULL) AS line FROM pairs)
SELECT (SELECT COUNT(*) FROM coming), COUNTIF(old IS NULL), COUNTIF(old IS NOT NULL AND fresh IS NOT NULL), COUNTIF(fresh IS NULL),
  (SELECT COUNTIF(free) FROM there),
  STRING_AGG(CASE WHEN line <= ${SHOWN_ROWS} THEN CONCAT('[', IFNULL(old, 'null'), ',', IFNULL(fresh, 'null'), ']') END, ',' ORDER BY line)
FROM ranked`
}

/** Of several staged rows with one key, the last one read; after a WHERE. */
export const lastOf = (key: readonly string[]): string =>
  `QUALIFY ROW_NUMBER() OVER (PARTITION BY ${key.map(quote).join(', ')} ORDER BY ${quote(ORDINAL.name)} DESC) = 1`

/** The number of rows that `rows` selects, and a sample of them. */
export function samplingQuery(rows: string, columns: StagedComparison['columns']): string {
  const cells = columns.map((column, at) => `${cellOf(column)} AS c${at}`).join(', ')
  return `SELECT COUNT(*), STRING_AGG(CASE WHEN line <= ${SHOWN_ROWS} THEN CONCAT('[null,', shown, ']') END, ',' ORDER BY line)
FROM (SELECT ${shown(columns)} AS shown, ROW_NUMBER() OVER () AS line FROM (SELECT ${cells} FROM (${rows})))`
}

const listOf = (texts: readonly string[]) => `[${texts.join(', ')}]`

const shown = (columns: StagedComparison['columns']) => {
  const most = Math.max(20, Math.min(SHOWN_CHARACTERS, Math.floor(ROW_CHARACTERS / columns.length)))
  return `TO_JSON_STRING(${listOf(columns.map((_, at) => `SUBSTR(c${at}, 1, ${most})`))})`
}

/** Types whose CAST to STRING every value survives. */
const CASTS = /^(BOOL|BOOLEAN|INT64|INTEGER|NUMERIC|BIGNUMERIC|FLOAT|FLOAT64|DATE|TIME|DATETIME|TIMESTAMP)$/

/** A value as text. */
function cellOf({ name, type, mode }: StagedComparison['columns'][number]): string {
  const value = quote(name)
  if (mode === 'REPEATED') return `TO_JSON_STRING(${value})`
  if (type === 'STRING') return value
  if (type === 'BYTES') return `TO_HEX(${value})`
  return CASTS.test(type) ? `CAST(${value} AS STRING)` : `TO_JSON_STRING(${value})`
}
