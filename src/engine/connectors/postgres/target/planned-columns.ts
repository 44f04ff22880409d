import type { PlannedColumn } from '../../../ports/destination.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { fitNotes } from '../../shared/fit-notes.ts'
import { markColumn } from '../../shared/mark-column.ts'
import { valueOfColumn } from '../schema/base-type.ts'
import type { Relation } from '../schema/describe-relations.ts'
import type { TargetFit } from './check-target.ts'

export interface NamedType {
  readonly name: string
  readonly type: string
}

/** A column of a new table. */
export function madeColumn(column: SourceColumn): PlannedColumn {
  const { name, type, value, nullable, expression } = column
  const fit = fitNotes({ value, nullable }, { value: valueOfColumn(column), nullable })
  return { name, type, notes: expression === undefined ? fit : ['computed'] }
}

/** A column of an existing table, as it will be. */
export function foundColumn(
  column: SourceColumn,
  { columns }: Relation,
  { added, retyped, key }: TargetFit & { readonly key: readonly string[] },
): PlannedColumn {
  const { name, type } = column
  const own = columns.find((there) => there.name === name)
  if (!own || added.includes(column)) return { name, type, notes: ['added'] }
  if (own.generated !== null) return { name, type: own.type, notes: ['computed'] }
  const retypedTo = retyped.find((other) => other.name === name)
  const holds = { value: valueOfColumn(retypedTo ?? own), nullable: own.nullable && !key.includes(name) }
  return {
    name,
    type: retypedTo?.type ?? own.type,
    notes: [...(retypedTo ? (['widened'] as const) : []), ...fitNotes(column, holds)],
  }
}

export const namedType = ({ name, type }: NamedType): NamedType => ({ name, type })

/** The column for marks, with the type that it gets if it is missing. */
export const markOf = ({ vanished }: TargetRequest): readonly SourceColumn[] =>
  vanished?.column === undefined ? [] : [markColumn(vanished.column, 'timestamp with time zone')]

/** Whether a column must have values that the source may not have. @param key by which rows are updated */
export const mayMissValues = (columns: readonly SourceColumn[], key: readonly string[], existing?: Relation): boolean =>
  columns.some(
    ({ name, nullable }) =>
      nullable && (key.includes(name) || existing?.columns.some((own) => own.name === name && !own.nullable)),
  )

export const namesOfRespelled = (columns: readonly SourceColumn[]): readonly string[] =>
  columns.filter(({ hasNativeText }) => hasNativeText).map(({ name }) => name)

/** The columns in which `numeric` gets floating-point numbers: it has no -0. */
export const unsignedColumns = (columns: readonly SourceColumn[], existing: Relation): readonly string[] =>
  columns
    .filter((column) => {
      const own = existing.columns.find(({ name, generated }) => name === column.name && generated === null)
      return own && valueOfColumn(own).kind === 'decimal' && valueOfColumn(column).kind === 'float'
    })
    .map(({ name }) => name)
