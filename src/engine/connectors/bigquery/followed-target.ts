import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { LoggedTable } from '../../ports/change-source.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { ValueType } from '../../ports/value-type.ts'
import { type BigqueryColumn, bigqueryColumns } from './bigquery-column.ts'
import type { DestinationOptions } from './commit-rows.ts'
import type { TableField } from './dataset.ts'
import { refuseLooseKey, refuseRoundedKey } from './refuse-loose-key.ts'

/** A column of the target, and how the log's text of it is staged. */
export interface FollowedColumn {
  readonly name: string
  /** As BigQuery's SQL has it. */
  readonly type: string
  readonly staged: BigqueryColumn
}

/** A table that follows one of the source. */
export interface FollowedTarget {
  /** As `project.dataset.table`. */
  readonly path: string
  readonly columns: readonly FollowedColumn[]
  /** Places in `columns` of the key. */
  readonly key: readonly number[]
}

/** The newer names of BigQuery for types that its API calls otherwise. */
const SAME: Readonly<Record<string, string>> = { INTEGER: 'INT64', FLOAT: 'FLOAT64', BOOLEAN: 'BOOL' }

/** As which value the text of a column of this type is staged. A BIGNUMERIC has more digits than Parquet, and comes as text. */
const STAGED: Readonly<Record<string, ValueType>> = {
  BOOL: { kind: 'boolean' },
  INT64: { kind: 'integer', bits: 64 },
  FLOAT64: { kind: 'float', bits: 64 },
  NUMERIC: { kind: 'decimal' },
  BIGNUMERIC: { kind: 'text' },
  STRING: { kind: 'text' },
  BYTES: { kind: 'bytes' },
  DATE: { kind: 'date' },
  TIME: { kind: 'time', precision: 6 },
  DATETIME: { kind: 'timestamp', precision: 6, zoned: false },
  TIMESTAMP: { kind: 'timestamp', precision: 6, zoned: true },
}

/** @throws ConnectorError if the target cannot take the rows */
export async function followedTarget(
  { dataset, collation }: Pick<DestinationOptions, 'dataset' | 'collation'>,
  name: string,
  table: LoggedTable,
): Promise<FollowedTarget> {
  const found = await dataset.table(name)
  if (!found)
    throw new ConnectorError({
      code: 'ENTITY_NOT_FOUND',
      message: sentence`The table ${name} does not exist.`,
      hint: sentence`Copy the table again.`,
    })
  const columns = table.columns.map((column) => columnOf(name, found.fields, column))
  const key = table.key.flatMap((place) => columns[place]?.name ?? [])
  refuseRoundedKey(name, columns, key)
  refuseLooseKey(name, columns, { key, existing: found, ...defined({ collation }) })
  return { path: `${dataset.id}.${name}`, columns, key: table.key }
}

function columnOf(table: string, fields: readonly TableField[], wanted: string): FollowedColumn {
  const field = fields.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (!field)
    throw new ConnectorError({
      code: 'COLUMN_NOT_FOUND',
      message: sentence`${table} has no column ${wanted}.`,
      hint: sentence`Copy the table again.`,
    })
  const { name } = field
  const type = SAME[field.type] ?? field.type
  const value = field.mode === 'REPEATED' ? undefined : STAGED[type]
  if (!value)
    throw new ConnectorError({
      code: 'TARGET_MISMATCH',
      message: sentence`${table}.${name} is ${type}, which a mirror does not write.`,
      hint: sentence`Copy the table again.`,
    })
  const [staged] = bigqueryColumns([{ name, value, type, nullable: true }])
  if (!staged) throw new Error('a column without a type')
  return { name, type, staged }
}
