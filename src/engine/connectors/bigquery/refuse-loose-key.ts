import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import type { Table } from './dataset.ts'
import type { DatasetFacts } from './dataset-facts.ts'

interface Keyed extends Pick<DatasetFacts, 'collation'> {
  /** Names of the columns by which rows are found. */
  readonly key: readonly string[]
  readonly existing: Table | undefined
}

/**
 * Rows whose keys differ only in case would become one. Source: cloud.google.com/bigquery/docs/reference/standard-sql/collation-concepts
 * @throws ConnectorError if a text of the key ignores case, in the table or where rows wait for it
 */
export function refuseLooseKey(
  table: string,
  columns: readonly Pick<BigqueryColumn, 'name' | 'type'>[],
  { key, existing, collation }: Keyed,
): void {
  const ownOf = (name: string) => existing?.fields.find((own) => own.name.toLowerCase() === name.toLowerCase())
  const loose = columns.filter(
    ({ name, type }) => key.includes(name) && type === 'STRING' && (collation ?? ownOf(name)?.collation) !== undefined,
  )
  if (loose.length === 0) return
  const names = loose.map(({ name }) => name).join(', ')
  throw new ConnectorError({
    code: 'TARGET_MISMATCH',
    message: sentence`The key of ${table} ignores case (${names}), so rows whose keys differ only in case would become one.`,
    hint:
      collation === undefined
        ? sentence`Create the table with COLLATE '' for these columns, or choose another target.`
        : sentence`Remove the default collation of the dataset, ${collation}, with ALTER SCHEMA … SET DEFAULT COLLATE '', or choose another dataset.`,
  })
}

type KeyColumn = Pick<BigqueryColumn, 'name' | 'type'>

/** @throws ConnectorError if BigQuery finds no rows by a column of the key, because it compares digits that it rounds */
export function refuseRoundedKey(table: string, columns: readonly KeyColumn[], key: readonly string[]): void {
  const rounded = columns.find(({ name, type }) => key.includes(name) && type === 'FLOAT64')
  if (!rounded) return
  throw new ConnectorError({
    code: 'KEY_REQUIRED',
    message: sentence`The key of ${table} has ${rounded.name}, of the type ${rounded.type}, by which BigQuery finds no rows.`,
    hint: sentence`Choose another key in the flow.`,
  })
}
