import { areEqual, compareRows } from './compare-rows.ts'
import type { FlowKind } from './flow-kind.ts'

/** Of which table a row is told to be, where a flow has several: `t1/7: new 7`. */
export const rowOfTable = (table: string, row: string) => `${table}/${row}`

const tableOf = (row: string) => row.slice(0, row.indexOf('/'))

/** Whether a reader may find these rows in the target while a run is under way, or after one that has failed. */
export function mayBeSeen(
  { before, after, arrival }: Pick<FlowKind, 'before' | 'after' | 'arrival'>,
  found: readonly string[],
): boolean {
  const left = compareRows(found, after)
  if (areEqual(left)) return true
  if (arrival === 'each') return left.duplicated + left.foreign === 0
  if (arrival !== 'table by table') return areEqual(compareRows(found, before))
  const [here, old, brought] = [found, before, after].map((rows) => Map.groupBy(rows, tableOf))
  const isEither = (table: string) =>
    [old, brought].some((rows) => areEqual(compareRows(here?.get(table) ?? [], rows?.get(table) ?? [])))
  return [...(here?.keys() ?? []), ...(old?.keys() ?? []), ...(brought?.keys() ?? [])].every(isEither)
}
