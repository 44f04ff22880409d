import { randomUUID } from 'node:crypto'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Source, SourceEntity } from '../../ports/source.ts'
import { tableName } from './bigquery-target.ts'
import { cellSumsOf, sumStatement } from './cell-sums.ts'
import type { DestinationOptions } from './commit-rows.ts'

/** The newer names of BigQuery for types that its API calls otherwise. */
const SAME: Readonly<Record<string, string>> = { INTEGER: 'INT64', FLOAT: 'FLOAT64', BOOLEAN: 'BOOL' }

/**
 * The tables of a dataset as of now, whatever comes later: every query reads them as of one moment. They are only summed, each as a whole.
 * Source: cloud.google.com/bigquery/docs/access-historical-data
 */
export async function comparedDataset({ dataset, location, signal }: DestinationOptions): Promise<Source> {
  const ask = (query: string) =>
    dataset.ask(`millrace_compare_${randomUUID()}`, location, { query: { query, useLegacySql: false } }, signal)
  const [moment = ''] = await ask('SELECT CAST(CURRENT_TIMESTAMP() AS STRING)')
  const entityOf = async (asked: string): Promise<readonly SourceEntity[]> => {
    const table = await dataset.table(tableName(asked))
    if (!table) return []
    const columns = table.fields.map(({ name, type, mode }) => ({
      name,
      type: mode === 'REPEATED' ? 'ARRAY' : (SAME[type] ?? type),
      nullable: mode !== 'REQUIRED',
      value: { kind: 'other' } as const,
    }))
    return [{ name: asked, kind: 'table', columns }]
  }
  return {
    identity: `bigquery ${dataset.id}`,
    entities: async (only = []) => (await Promise.all(only.map(entityOf))).flat(),
    formats: () => [],
    read: async () => {
      throw new ConnectorError({ code: 'NOT_SUPPORTED', message: sentence`BigQuery is no source.` })
    },
    sums: {
      digests: () => [],
      rows: () => [],
      cells: ({ columns }, names) =>
        cellSumsOf(names.map((wanted) => ({ type: columns.find(({ name }) => name === wanted)?.type ?? '' }))),
      async digest({ entity }, digest) {
        const statement = sumStatement(`${dataset.id}.${tableName(entity.name)}`, digest)
        const [rows, keys] = await ask(`${statement} FOR SYSTEM_TIME AS OF TIMESTAMP '${moment}'`)
        return defined({ rows: Number(rows), keys: digest && keys })
      },
    },
    close: async () => {},
  }
}
