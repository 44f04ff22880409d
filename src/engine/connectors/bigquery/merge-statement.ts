import { INT64 } from '../../formats/parquet/plain-types.ts'
import type { KeptNewer } from '../../ports/target-request.ts'
import type { BigqueryColumn } from './bigquery-column.ts'

/** The order of the rows, so that of several rows with one key the last one read wins. */
export const ORDINAL: BigqueryColumn = {
  name: '_millrace_row',
  type: 'INT64',
  mode: 'NULLABLE',
  stored: INT64,
  refuses: () => undefined,
}

const markColumn = (name: string): Pick<BigqueryColumn, 'name' | 'type'> => ({ name, type: 'TIMESTAMP' })

export interface Merge {
  /** `project.dataset.table` */
  readonly target: string
  readonly staging: string
  readonly columns: readonly BigqueryColumn[]
  readonly key: readonly string[]
  /** Names of columns that the target does not have; all columns if there is no target. */
  readonly added: readonly string[]
  /** Rows of the target stay although rows with their keys come: all, or those that are newer by the cursor. */
  readonly keepsNewer?: KeptNewer
  /** The column for marks of vanished rows; a merged row is not marked. */
  readonly mark?: string
  /** The clause for rows of the target that are not staged. */
  readonly vanished?: string
}

/**
 * Updates rows with the same key and inserts the others, in one atomic statement. A MERGE fails when two rows match one,
 * so each key occurs once. Source: cloud.google.com/bigquery/docs/reference/standard-sql/dml-syntax#merge_statement
 */
export function mergeStatement({
  target,
  staging,
  columns,
  key,
  added,
  keepsNewer,
  mark,
  vanished = '',
}: Merge): string {
  const names = columns.map(({ name }) => quote(name))
  const keys = key.map(quote)
  const marks = mark === undefined ? [] : [markColumn(mark)]
  const prepare = prepareStatements({ target, columns: [...columns, ...marks], added })
  const settable = names.filter((name) => !keys.includes(name))
  const changes = [
    ...settable.map((name) => `${name} = staged.${name}`),
    ...(mark === undefined ? [] : [`${quote(mark)} = NULL`]),
  ]
  const when = matchedWhen(keepsNewer)
  const update = changes.length > 0 && when !== undefined ? `${when} THEN UPDATE SET ${changes.join(', ')}` : ''
  const merge = `MERGE ${quote(target)} AS target
USING (SELECT ${names.join(', ')} FROM ${quote(staging)} WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY ${keys.join(', ')} ORDER BY ${quote(ORDINAL.name)} DESC) = 1) AS staged
ON ${keys.map((name) => `target.${name} = staged.${name}`).join(' AND ')}${update}
WHEN NOT MATCHED THEN INSERT (${names.join(', ')}) VALUES (${names.map((name) => `staged.${name}`).join(', ')})${vanished}`
  return [...prepare, merge].join(';\n')
}

/** One row: how many keys the staged rows have. */
export const countKeys = ({ staging, key }: Pick<Merge, 'staging' | 'key'>): string =>
  `SELECT COUNT(*) FROM (SELECT DISTINCT ${key.map(quote).join(', ')} FROM ${quote(staging)})`

/** @returns nothing if no row of the target is updated */
function matchedWhen(keepsNewer: KeptNewer | undefined): string | undefined {
  const matched = ' WHEN MATCHED'
  if (!keepsNewer) return matched
  const { cursor, updatesAsOld } = keepsNewer
  if (cursor === undefined) return updatesAsOld ? matched : undefined
  const at = quote(cursor)
  return `${matched} AND (target.${at} IS NULL OR staged.${at} ${updatesAsOld ? '>=' : '>'} target.${at})`
}

/** Creates a target, or its missing columns. */
export function prepareStatements({
  target,
  columns,
  added,
}: Pick<Merge, 'target' | 'added'> & { readonly columns: readonly Pick<BigqueryColumn, 'name' | 'type'>[] }) {
  const definition = ({ name, type }: Pick<BigqueryColumn, 'name' | 'type'>) => `${quote(name)} ${type}`
  const lacking = columns.filter(({ name }) => added.includes(name))
  return lacking.length === columns.length
    ? [`CREATE TABLE IF NOT EXISTS ${quote(target)} (${columns.map(definition).join(', ')})`]
    : lacking.map((column) => `ALTER TABLE ${quote(target)} ADD COLUMN IF NOT EXISTS ${definition(column)}`)
}

/** Names come from `refuseNames` and `tableName`, so they contain no backtick. */
export const quote = (name: string) => `\`${name}\``
