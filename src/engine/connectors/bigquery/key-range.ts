import type { ChangedTable } from '../../ports/change-batch.ts'
import type { FollowedTarget } from './followed-target.ts'

/**
 * The smallest and the largest whole number of the first column of the key, as SQL. BigQuery reads only the blocks of a clustered table, and the
 * partitions, that may have it; a condition on another table's values would not tell it which. @returns nothing if it is no whole number
 */
export function keyRange(
  { current, removed }: ChangedTable,
  { columns, key }: FollowedTarget,
): readonly [string, string] | undefined {
  if (columns[key[0] ?? -1]?.type !== 'INT64') return undefined
  let least: bigint | undefined
  let most: bigint | undefined
  for (const keys of [current.keys(), removed.values()])
    for (const fields of keys) {
      const tab = fields.indexOf('\t')
      const value = BigInt(tab < 0 ? fields : fields.slice(0, tab))
      if (least === undefined || value < least) least = value
      if (most === undefined || value > most) most = value
    }
  return least === undefined || most === undefined ? undefined : [String(least), String(most)]
}
