import type { Overlap } from '../../ports/target-request.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import { type Merge, quote } from './merge-statement.ts'

/** Staged rows beside a table, and how rows that an earlier run has written are recognized. */
interface Appended extends Omit<Merge, 'key'> {
  readonly overlap: Overlap
}

/** Adds staged rows to the table, except rows that an earlier run has written, in one atomic statement. */
export function appendStatement(appended: Appended): string {
  return appended.overlap.key.length > 0 ? byKey(appended) : byContent(appended)
}

/** Matching rows stay unchanged: a MERGE without WHEN MATCHED. */
function byKey(appended: Appended): string {
  const { target, staging, columns } = appended
  const names = columns.map(({ name }) => quote(name))
  return `MERGE ${quote(target)} AS target
USING (SELECT ${names.join(', ')} FROM ${quote(staging)} WHERE TRUE) AS staged
ON ${sameKey(appended).join(' AND ')}
WHEN NOT MATCHED THEN INSERT (${names.join(', ')}) VALUES (${names.map((name) => `staged.${name}`).join(', ')})`
}

function sameKey({ columns, overlap }: Appended): readonly string[] {
  const { key } = overlap
  const moment = momentOf(columns, overlap)
  const at = moment && quote(moment.name)
  const mark = markOf(moment, overlap)
  return [
    ...key.map((name) => `target.${quote(name)} = staged.${quote(name)}`),
    ...(moment && !key.includes(moment.name) ? [`target.${at} IS NOT DISTINCT FROM staged.${at}`] : []),
    ...(mark === undefined ? [] : [`(staged.${at} IS NULL OR staged.${at} <= ${mark})`]),
  ]
}

/** Selects the staged rows that `appendStatement` would add. */
export function newRowsQuery(appended: Appended): string {
  const { target, staging, columns, overlap } = appended
  if (overlap.key.length === 0) return newByContent(appended)
  const moment = momentOf(columns, overlap)
  const known = [...new Set([...overlap.key, ...(moment ? [moment.name] : [])])].map(quote)
  return `SELECT ${columns.map(({ name }) => `staged.${quote(name)}`).join(', ')}
FROM ${quote(staging)} AS staged LEFT JOIN (SELECT DISTINCT ${known.join(', ')}, TRUE AS _millrace_known FROM ${quote(target)}) AS target
ON ${sameKey(appended).join(' AND ')} WHERE target._millrace_known IS NULL`
}

/**
 * If staged rows are equal in all values, as many are left out as the table already has. Values are compared as JSON, which all our types support,
 * because FLOAT64 cannot be used in PARTITION BY, and NULL or NaN are never equal.
 * Source: cloud.google.com/bigquery/docs/reference/standard-sql/json_functions#json_encodings
 */
function byContent(appended: Appended): string {
  const names = appended.columns.map(({ name }) => quote(name))
  return `INSERT INTO ${quote(appended.target)} (${names.join(', ')})
${newByContent(appended)}`
}

function newByContent({ target, staging, columns, added, overlap }: Appended): string {
  const names = columns.map(({ name }) => quote(name))
  // For a column that was just added, the table has no values to compare.
  const compared = columns.filter(({ name }) => !added.includes(name))
  const values = compared.map(({ name }, at) => `${quote(name)} AS v${at}`).join(', ')
  const hash = `SHA256(TO_JSON_STRING(STRUCT(${values}))) AS _millrace_hash`
  const moment = momentOf(compared, overlap)
  const at = moment && quote(moment.name)
  const mark = markOf(moment, overlap)
  // Rows of the target from before the overlap were not read again.
  const recent =
    moment && ORDERED.includes(moment.type)
      ? ` WHERE ${at} >= (SELECT MIN(${at}) FROM ${quote(staging)}) OR ${at} IS NULL`
      : ''
  return `SELECT ${names.map((name) => `staged.${name}`).join(', ')}
FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY _millrace_hash) AS _millrace_number
  FROM (SELECT *, ${hash} FROM ${quote(staging)})) AS staged
LEFT JOIN (SELECT _millrace_hash, COUNT(*) AS _millrace_count
  FROM (SELECT ${hash} FROM ${quote(target)}${recent}) GROUP BY _millrace_hash) AS there
ON there._millrace_hash = staged._millrace_hash
WHERE staged._millrace_number > IFNULL(there._millrace_count, 0)${mark === undefined ? '' : ` OR staged.${at} > ${mark}`}`
}

const momentOf = (columns: readonly BigqueryColumn[], { cursor }: Overlap) =>
  columns.find(({ name }) => name === cursor)

/** The last mark, as a constant; rows after it are new in any case. Absent if the mark is unknown. */
const markOf = (moment: BigqueryColumn | undefined, { until }: Overlap): string | undefined =>
  moment && until !== undefined && ORDERED.includes(moment.type) && MARK.test(until)
    ? `CAST('${until}' AS ${moment.type})`
    : undefined

const ORDERED: readonly string[] = ['INT64', 'NUMERIC', 'BIGNUMERIC', 'DATE', 'DATETIME', 'TIMESTAMP']

/** Numbers and times in their common text. */
const MARK = /^[-+\d.: ]+$/
