import type { Overlap } from '../../ports/destination.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import { type Merge, quote } from './merge-statement.ts'

/** Rows that wait beside a table, and how those are known that an earlier run has brought. */
interface Appended extends Omit<Merge, 'key'> {
  readonly overlap: Overlap
}

/** Puts staged rows beside those that are there, but for those that an earlier run has brought, in one statement that does all or nothing. */
export function appendStatement(appended: Appended): string {
  return appended.overlap.key.length > 0 ? byKey(appended) : byContent(appended)
}

/** Rows that match are left as they are: a MERGE without WHEN MATCHED. */
function byKey({ target, staging, columns, overlap }: Appended): string {
  const { key } = overlap
  const names = columns.map(({ name }) => quote(name))
  const moment = momentOf(columns, overlap)
  const at = moment && quote(moment.name)
  const mark = markOf(moment, overlap)
  const isSame = [
    ...key.map((name) => `target.${quote(name)} = staged.${quote(name)}`),
    ...(moment && !key.includes(moment.name) ? [`target.${at} IS NOT DISTINCT FROM staged.${at}`] : []),
    ...(mark === undefined ? [] : [`(staged.${at} IS NULL OR staged.${at} <= ${mark})`]),
  ]
  return `MERGE ${quote(target)} AS target
USING (SELECT ${names.join(', ')} FROM ${quote(staging)} WHERE TRUE) AS staged
ON ${isSame.join(' AND ')}
WHEN NOT MATCHED THEN INSERT (${names.join(', ')}) VALUES (${names.map((name) => `staged.${name}`).join(', ')})`
}

/**
 * Of staged rows that are equal in every value, as many are left out as are there. Values are compared as JSON, which every type of ours has, because no
 * FLOAT64 can tell partitions apart and no NULL or NaN equals another.
 * Source: cloud.google.com/bigquery/docs/reference/standard-sql/json_functions#json_encodings
 */
function byContent({ target, staging, columns, added, overlap }: Appended): string {
  const names = columns.map(({ name }) => quote(name))
  // A column that the table has got just now has no values there that could be compared.
  const compared = columns.filter(({ name }) => !added.includes(name))
  const values = compared.map(({ name }, at) => `${quote(name)} AS v${at}`).join(', ')
  const hash = `SHA256(TO_JSON_STRING(STRUCT(${values}))) AS _millrace_hash`
  const moment = momentOf(compared, overlap)
  const at = moment && quote(moment.name)
  const mark = markOf(moment, overlap)
  // Older rows of the target are none of those that were read again.
  const recent =
    moment && ORDERED.includes(moment.type)
      ? ` WHERE ${at} >= (SELECT MIN(${at}) FROM ${quote(staging)}) OR ${at} IS NULL`
      : ''
  return `INSERT INTO ${quote(target)} (${names.join(', ')})
SELECT ${names.map((name) => `staged.${name}`).join(', ')}
FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY _millrace_hash) AS _millrace_number
  FROM (SELECT *, ${hash} FROM ${quote(staging)})) AS staged
LEFT JOIN (SELECT _millrace_hash, COUNT(*) AS _millrace_count
  FROM (SELECT ${hash} FROM ${quote(target)}${recent}) GROUP BY _millrace_hash) AS there
ON there._millrace_hash = staged._millrace_hash
WHERE staged._millrace_number > IFNULL(there._millrace_count, 0)${mark === undefined ? '' : ` OR staged.${at} > ${mark}`}`
}

const momentOf = (columns: readonly BigqueryColumn[], { cursor }: Overlap) =>
  columns.find(({ name }) => name === cursor)

/** How far was read before, as a constant; rows beyond it are new whatever is there. Absent where that cannot be told. */
const markOf = (moment: BigqueryColumn | undefined, { until }: Overlap): string | undefined =>
  moment && until !== undefined && ORDERED.includes(moment.type) && MARK.test(until)
    ? `CAST('${until}' AS ${moment.type})`
    : undefined

const ORDERED: readonly string[] = ['INT64', 'NUMERIC', 'BIGNUMERIC', 'DATE', 'DATETIME', 'TIMESTAMP']

/** Numbers and times as the common text has them. */
const MARK = /^[-+\d.: ]+$/
