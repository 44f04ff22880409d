import { defined } from '../../../../core/catalog/defined.ts'
import type {
  CheckPart,
  ForeignKeyPart,
  NeededObject,
  NotNullPart,
  OmittedPart,
  StructurePart,
  ViewPart,
} from '../../../ports/table-structure.ts'
import { entityName, type RelationName } from '../schema/relation-name.ts'
import { OF_PERIODS } from './index-parts.ts'

interface ReadPart {
  readonly table: RelationName
  readonly name: string
  readonly columns: readonly string[]
  readonly comment: string | null
}

export interface ReadCheck extends ReadPart {
  readonly sql: string
  readonly needs: readonly NeededObject[]
  readonly isChecked: boolean
  readonly isEnforced: boolean
  readonly isInherited: boolean
}

export interface ReadForeignKey
  extends ReadPart,
    Pick<ForeignKeyPart, 'onUpdate' | 'onDelete' | 'setColumns' | 'isFull' | 'deferral' | 'isChecked' | 'isEnforced'> {
  readonly referred: RelationName
  readonly referredColumns: readonly string[]
  readonly isOfPeriods: boolean
}

export interface ReadView {
  readonly table: RelationName
  readonly oid: number
  readonly kind: ViewPart['kind']
  readonly sql: string
  readonly options: readonly string[]
  readonly isFilled: boolean
  readonly needs: readonly NeededObject[]
  readonly comment: string | null
  /** Of its columns, by name. */
  readonly comments: Readonly<Record<string, string>>
  readonly reads: readonly { readonly table: RelationName; readonly columns: readonly string[] }[]
}

const commentOf = (comment: string | null) => (comment === null ? {} : { comment })

export type ReadNotNull = Pick<ReadPart, 'table' | 'name' | 'columns'>

export const notNullPart = ({ table, ...part }: ReadNotNull): NotNullPart => ({
  ...part,
  kind: 'not_null',
  table: entityName(table),
})

export const checkPart = ({ table, sql, needs, comment, ...check }: ReadCheck): CheckPart => ({
  ...check,
  kind: 'check',
  table: entityName(table),
  condition: { sql, needs },
  ...commentOf(comment),
})

export const foreignKeyPart = ({
  table,
  referred,
  referredColumns,
  comment,
  isOfPeriods: _,
  ...key
}: ReadForeignKey): ForeignKeyPart => ({
  ...key,
  kind: 'foreign_key',
  table: entityName(table),
  referred: { table: entityName(referred), columns: referredColumns },
  ...commentOf(comment),
})

export const leftKey = ({ table, name, columns }: ReadForeignKey): OmittedPart => ({
  kind: 'foreign_key',
  table: entityName(table),
  name,
  columns,
  reason: OF_PERIODS,
})

/** The view and its comments. */
export function viewParts({ kind, sql, needs, options, isFilled, reads, comment, comments, ...view }: ReadView) {
  const table = entityName(view.table)
  const commented = Object.entries({ ...defined({ '': comment ?? undefined }), ...comments })
  return [
    {
      kind,
      table,
      name: '',
      columns: [],
      query: { sql, needs },
      options,
      isFilled,
      reads: reads.map((read) => ({ table: entityName(read.table), columns: read.columns })),
    },
    ...commented.map(([name, text]): StructurePart => ({ kind: 'comment', on: kind, table, name, columns: [], text })),
  ] satisfies readonly StructurePart[]
}
