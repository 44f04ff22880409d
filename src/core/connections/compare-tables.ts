import type { Column } from './entity.ts'

/** The properties of a table that are compared: now, or before. */
export interface TableShape {
  readonly name: string
  readonly columns: readonly Pick<Column, 'name' | 'type'>[]
}

/** A table of a flow when it last succeeded. */
export interface KnownTable extends TableShape {
  /** Where its rows arrived, in the destination's notation; absent if unknown. */
  readonly target?: string
}

/** One difference between the earlier and the current tables. */
export type TableChange =
  | { readonly kind: 'table-added' | 'table-removed'; readonly table: string }
  | {
      readonly kind: 'column-added' | 'column-removed'
      readonly table: string
      readonly column: string
      readonly type: string
    }
  | {
      readonly kind: 'column-retyped'
      readonly table: string
      readonly column: string
      readonly type: string
      readonly before: string
    }

/** Tables and columns that were added, removed or have another type; a renamed column counts as one removed and one added. */
export function compareTables(before: readonly TableShape[], after: readonly TableShape[]): readonly TableChange[] {
  const [were, are] = [byName(before), byName(after)]
  return [
    ...before.filter(({ name }) => !are.has(name)).map(({ name }) => ({ kind: 'table-removed', table: name }) as const),
    ...after.flatMap((table): readonly TableChange[] => {
      const was = were.get(table.name)
      if (!was) return [{ kind: 'table-added', table: table.name }]
      // A source that returns only names of tables says nothing about columns.
      return was.columns.length === 0 || table.columns.length === 0 ? [] : compareColumns(was, table)
    }),
  ]
}

function compareColumns({ name: table, columns: before }: TableShape, { columns: after }: TableShape) {
  const [were, are] = [byName(before), byName(after)]
  return [
    ...before
      .filter(({ name }) => !are.has(name))
      .map(({ name: column, type }) => ({ kind: 'column-removed', table, column, type }) as const),
    ...after.flatMap(({ name: column, type }): readonly TableChange[] => {
      const was = were.get(column)
      if (!was) return [{ kind: 'column-added', table, column, type }]
      return was.type === type ? [] : [{ kind: 'column-retyped', table, column, type, before: was.type }]
    }),
  ]
}

const byName = <T extends { readonly name: string }>(items: readonly T[]): ReadonlyMap<string, T> =>
  new Map(items.map((item) => [item.name, item]))
