import { nearestName } from '../catalog/nearest-name.ts'
import type { TableShape } from '../connections/compare-tables.ts'
import type { Repair } from './repair.ts'

interface Shapes {
  readonly tables: readonly TableShape[]
  /** The tables when the flow last succeeded. */
  readonly known: readonly TableShape[]
}

/** The only new table that has the columns of the lost one; otherwise the most similar name. */
export function renamedTable({ table, choices }: Pick<Repair, 'table' | 'choices'>, { tables, known }: Shapes) {
  const lost = known.find(({ name }) => name === table)
  const alike = tables.filter(
    (other) =>
      lost && choices.includes(other.name) && !known.some(({ name }) => name === other.name) && isAlike(lost, other),
  )
  return alike.length === 1 ? alike[0]?.name : nearestName(table, choices)
}

/** The only new column of its type, if it is the only missing column of that type; otherwise the most similar new name. */
export function renamedColumn(
  { table, column, choices }: Pick<Repair, 'table' | 'column' | 'choices'>,
  { tables, known }: Shapes,
): string | undefined {
  const was = columnsIn(known, table)
  const has = columnsIn(tables, table)
  const isIn = (columns: TableShape['columns'], wanted: string | undefined) =>
    columns.some(({ name }) => name === wanted)
  const added = has.filter(({ name }) => !isIn(was, name))
  const type = was.find(({ name }) => name === column)?.type
  const lost = was.filter((other) => other.type === type && !isIn(has, other.name))
  const alike = added.filter((other) => other.type === type)
  if (alike.length === 1 && lost.length === 1) return alike[0]?.name
  return nearestName(column ?? '', was.length > 0 ? added.map(({ name }) => name) : choices)
}

const columnsIn = (tables: readonly TableShape[], table: string): TableShape['columns'] =>
  tables.find(({ name }) => name === table)?.columns ?? []

const isAlike = (one: TableShape, other: TableShape): boolean =>
  one.columns.length === other.columns.length &&
  one.columns.every(({ name, type }) => other.columns.some((column) => column.name === name && column.type === type))
