import { createHash } from 'node:crypto'
import type { WriteMode } from '../../../core/catalog/connections/connection-types.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { inTurn } from '../../../core/catalog/sentence-lists.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Fence } from '../../ports/destination.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import type { Dataset, TableField } from './dataset.ts'

/** A table name that BigQuery allows; other characters become underscores, so that `public.orders` becomes `public_orders`. */
export const tableName = (target: string): string => target.replace(/[^\p{L}\p{N}_]/gu, '_').slice(0, 1_024)

/**
 * The name of a flow's attempts for one table in job ids and in the bucket; hyphens and slashes have no special meaning in it.
 * @param dry dry runs have their own, so that they stop no run
 */
export const loadIdOf = (
  { flowId }: Pick<Fence, 'flowId'>,
  dataset: Pick<Dataset, 'id'>,
  table: string,
  dry?: 'dry run',
): string =>
  createHash('sha256')
    .update(JSON.stringify([flowId, dataset.id, table, ...(dry ? [dry] : [])]))
    .digest('hex')
    .slice(0, 24)

/** The older and newer names that BigQuery has for the same type. */
const SAME: Readonly<Record<string, string>> = { INTEGER: 'INT64', FLOAT: 'FLOAT64', BOOLEAN: 'BOOL' }
const typeOf = ({ type }: TableField) => SAME[type] ?? type

/** Lists every column of an existing table that conflicts with the new rows. @throws ConnectorError `TARGET_MISMATCH` */
export function checkFields(
  table: string,
  fields: readonly TableField[],
  columns: readonly BigqueryColumn[],
  mode: WriteMode,
): void {
  if (mode === 'replace') return
  const differences = [
    ...columns.flatMap((column) => {
      const field = fields.find(({ name }) => name.toLowerCase() === column.name.toLowerCase())
      if (!field || (typeOf(field) === column.type && field.mode !== 'REPEATED')) return []
      return [
        field.mode === 'REPEATED'
          ? sentence`column "${column.name}" is a list of ${typeOf(field)}, but the stream has ${column.type}`
          : sentence`column "${column.name}" is ${typeOf(field)}, but the stream has ${column.type}`,
      ]
    }),
    ...fields
      .filter(({ name, mode }) => mode === 'REQUIRED' && !columns.some((column) => column.name === name))
      .map(({ name }) => sentence`column "${name}" is required, but is not in the source`),
  ]
  if (differences.length === 0) return
  throw new ConnectorError({
    code: 'TARGET_MISMATCH',
    message: sentence`The table ${table} does not fit: ${inTurn(differences)}.`,
    hint: sentence`Cast the columns with a transformation, choose another target, or use the mode "replace".`,
    retryable: false,
  })
}

export const hasField = (fields: readonly TableField[], wanted: string): boolean =>
  fields.some(({ name }) => name.toLowerCase() === wanted.toLowerCase())

/** Prefix of staging tables; discovery leaves these tables out. */
export const STAGING = '_millrace_staging_'
