import type { Column } from './entity.ts'

/** A table as far as comparing needs it: as it is now, or as it was. */
export interface TableShape {
  readonly name: string
  readonly columns: readonly Pick<Column, 'name' | 'type'>[]
}

/** One difference of what a system had and what it has. */
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

/** What was added, removed and given another type; a column of another name is one that is gone and one that is new. */
export function compareTables(before: readonly TableShape[], after: readonly TableShape[]): readonly TableChange[] {
  const [were, are] = [byName(before), byName(after)]
  return [
    ...before.filter(({ name }) => !are.has(name)).map(({ name }) => ({ kind: 'table-removed', table: name }) as const),
    ...after.flatMap((table): readonly TableChange[] => {
      const was = were.get(table.name)
      if (!was) return [{ kind: 'table-added', table: table.name }]
      // A source that tells only names of tables says nothing of columns.
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
