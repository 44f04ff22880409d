import type { DatasetName } from '../../../core/catalog/connections/dataset-names.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { EndedLineageRow, LineageRow, LineageTable } from '../../store/runs/run-lineage.ts'
import { facet } from './lineage-facet.ts'

interface Datasets {
  readonly inputs: readonly object[]
  readonly outputs: readonly object[]
}

/** The tables that were read, each once, and those that have arrived, with the columns that they are made from. */
export function lineageDatasets(tables: readonly EndedLineageRow[]): Datasets {
  const inputs = new Map<string, { table: LineageTable; read?: EndedLineageRow }>()
  for (const row of tables)
    for (const [index, table] of row.lineage.inputs.entries()) {
      const key = JSON.stringify([table.namespace, table.name])
      const { read } = inputs.get(key) ?? {}
      // A join reads a table besides the stream that counts its rows.
      const counted = read ?? (index === 0 && row.status === 'succeeded' ? row : undefined)
      inputs.set(key, defined({ table: merged(inputs.get(key)?.table, table), read: counted }))
    }
  return {
    inputs: [...inputs.values()].map(({ table, read }) => ({
      ...datasetOf(table),
      facets: { schema: schemaOf(table) },
      ...defined({ inputFacets: read && { inputStatistics: facet('inputStatistics', { rowCount: read.rows_read }) } }),
    })),
    outputs: tables.flatMap((row) => (row.status === 'succeeded' ? [outputOf(row)] : [])),
  }
}

const outputOf = ({ lineage, rows_written: rowCount, bytes: size }: EndedLineageRow) => ({
  ...datasetOf(lineage.output),
  facets: { schema: schemaOf(lineage.output), columnLineage: columnLineageOf(lineage) },
  outputFacets: { outputStatistics: facet('outputStatistics', { rowCount, size }) },
})

const datasetOf = ({ namespace, name }: DatasetName) => ({ namespace, name })

const schemaOf = ({ columns }: LineageTable) =>
  facet('schema', {
    fields: columns.map(({ name, type }, index) => ({ name, type, ordinal_position: index + 1 })),
  })

const merged = (known: LineageTable | undefined, table: LineageTable): LineageTable => ({
  ...table,
  columns: [
    ...(known?.columns ?? []),
    ...table.columns.filter(({ name }) => !known?.columns.some((column) => column.name === name)),
  ],
})

function columnLineageOf({ inputs, columns, rows }: LineageRow) {
  const inputField = (table: number, column: string, transformation: object) => {
    const { namespace = '', name = '' } = inputs[table] ?? {}
    return { namespace, name, field: column, transformations: [transformation] }
  }
  return facet('columnLineage', {
    fields: Object.fromEntries(
      columns.map(({ name, from }) => [
        name,
        {
          inputFields: from.map(({ table, column, way, isMasked = false }) =>
            inputField(table, column, { type: 'DIRECT', subtype: way.toUpperCase(), masking: isMasked }),
          ),
        },
      ]),
    ),
    dataset: rows.map(({ table, column, by }) =>
      inputField(table, column, { type: 'INDIRECT', subtype: by.toUpperCase() }),
    ),
  })
}
