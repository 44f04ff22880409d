import { nearestName } from '../../catalog/nearest-name.ts'
import { renamedColumns } from '../../catalog/renamed-columns.ts'
import type { TableShape } from '../../connections/compare-tables.ts'
import type { MissingObject } from './missing-object.ts'

interface Shapes {
  readonly tables: readonly TableShape[]
  /** The tables when the flow last succeeded. */
  readonly known: readonly TableShape[]
}

/** The only new table that has the columns of the lost one; otherwise the most similar name. */
export function renamedTable({ table, choices }: Pick<MissingObject, 'table' | 'choices'>, { tables, known }: Shapes) {
  const lost = known.find(({ name }) => name === table)
  const alike = tables.filter(
    (other) =>
      lost && choices.includes(other.name) && !known.some(({ name }) => name === other.name) && isAlike(lost, other),
  )
  return alike.length === 1 ? alike[0]?.name : nearestName(table, choices)
}

/** What the columns before and now tell; if those before are not known, the most similar name. */
export function renamedColumn(
  { table, column = '', choices }: Pick<MissingObject, 'table' | 'column' | 'choices'>,
  { tables, known }: Shapes,
): string | undefined {
  const was = columnsIn(known, table)
  if (!was.some(({ name }) => name === column)) return nearestName(column, choices)
  const has = columnsIn(tables, table)
  const added = has.flatMap(({ name }) => (was.some((other) => other.name === name) ? [] : [name]))
  return renamedColumns(was, has).get(column) ?? nearestName(column, added)
}

const columnsIn = (tables: readonly TableShape[], table: string): TableShape['columns'] =>
  tables.find(({ name }) => name === table)?.columns ?? []

const isAlike = (one: TableShape, other: TableShape): boolean =>
  one.columns.length === other.columns.length &&
  one.columns.every(({ name, type }) => other.columns.some((column) => column.name === name && column.type === type))
