import { createHash } from 'node:crypto'
import type { Fence } from '../../ports/target-request.ts'
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

export const hasField = (fields: readonly TableField[], wanted: string): boolean =>
  fields.some(({ name }) => name.toLowerCase() === wanted.toLowerCase())

/** Prefix of all tables of our own; discovery leaves these tables out. */
export const OWN = '_millrace_'

export const STAGING = `${OWN}staging_`
