import { INT64 } from '../../formats/parquet/plain-types.ts'
import type { BigqueryColumn } from './bigquery-column.ts'

/** The order in which rows came, so that of several with one key the last one read stays. */
export const ORDINAL: BigqueryColumn = {
  name: '_millrace_row',
  type: 'INT64',
  mode: 'NULLABLE',
  stored: INT64,
  refuses: () => undefined,
}

export interface Merge {
  /** `project.dataset.table` */
  readonly target: string
  readonly staging: string
  readonly columns: readonly BigqueryColumn[]
  readonly key: readonly string[]
  /** Names of columns that the target lacks; every one of them where there is no target. */
  readonly added: readonly string[]
}

/**
 * Puts staged rows in the place of those with the same key, or after them, in one statement that does all or nothing. A MERGE fails when two
 * rows match one, so each key comes once. Source: cloud.google.com/bigquery/docs/reference/standard-sql/dml-syntax#merge_statement
 */
export function mergeStatement({ target, staging, columns, key, added }: Merge): string {
  const names = columns.map(({ name }) => quote(name))
  const keys = key.map(quote)
  const prepare = prepareStatements({ target, columns, added })
  const settable = names.filter((name) => !keys.includes(name))
  const update =
    settable.length > 0
      ? ` WHEN MATCHED THEN UPDATE SET ${settable.map((name) => `${name} = staged.${name}`).join(', ')}`
      : ''
  const merge = `MERGE ${quote(target)} AS target
USING (SELECT ${names.join(', ')} FROM ${quote(staging)} WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY ${keys.join(', ')} ORDER BY ${quote(ORDINAL.name)} DESC) = 1) AS staged
ON ${keys.map((name) => `target.${name} = staged.${name}`).join(' AND ')}${update}
WHEN NOT MATCHED THEN INSERT (${names.join(', ')}) VALUES (${names.map((name) => `staged.${name}`).join(', ')})`
  return [...prepare, merge].join(';\n')
}

/** Makes a target, or the columns that it lacks. */
export function prepareStatements({ target, columns, added }: Pick<Merge, 'target' | 'columns' | 'added'>) {
  const definition = ({ name, type }: BigqueryColumn) => `${quote(name)} ${type}`
  const lacking = columns.filter(({ name }) => added.includes(name))
  return lacking.length === columns.length
    ? [`CREATE TABLE IF NOT EXISTS ${quote(target)} (${columns.map(definition).join(', ')})`]
    : lacking.map((column) => `ALTER TABLE ${quote(target)} ADD COLUMN IF NOT EXISTS ${definition(column)}`)
}

/** Names come from `refuseNames` and `tableName`, which leave no backtick in them. */
export const quote = (name: string) => `\`${name}\``
