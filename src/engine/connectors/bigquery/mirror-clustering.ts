import type { TargetRequest } from '../../ports/target-request.ts'
import { sourceKey } from '../shared/row-key.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import type { Table } from './dataset.ts'

/** Source: cloud.google.com/bigquery/docs/clustered-tables */
const MOST_COLUMNS = 4
const TYPES: ReadonlySet<string> = new Set([
  ...['BIGNUMERIC', 'BOOL', 'DATE', 'DATETIME', 'INT64', 'NUMERIC', 'STRING', 'TIMESTAMP'],
])

/** A mirror finds rows by their key again and again, so its tables are clustered by it; a table that exists stays as it is. */
export function clusteringOf(
  request: Pick<TargetRequest, 'awaits' | 'key' | 'columns'>,
  columns: readonly BigqueryColumn[],
  existing: Table | undefined,
): { readonly fields: readonly string[] } | undefined {
  if (!request.awaits) return undefined
  if (existing) return existing.clustering && { fields: existing.clustering }
  const key = request.key ?? sourceKey(request.columns)
  const types = key.map((name) => columns.find((column) => column.name === name)?.type ?? '')
  const other = types.findIndex((type) => !TYPES.has(type))
  const fields = key.slice(0, other < 0 ? MOST_COLUMNS : Math.min(other, MOST_COLUMNS))
  return fields.length > 0 ? { fields } : undefined
}
