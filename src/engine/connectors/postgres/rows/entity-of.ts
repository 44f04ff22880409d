import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { oneAfterAnother } from '../../../../core/catalog/sentence-lists.ts'
import type { SourceColumn, SourceEntity, UnderlyingNames } from '../../../ports/source.ts'
import { namesInExpression } from '../../sql/names-in-expression.ts'
import { baseTypeOf, valueOfColumn } from '../schema/base-type.ts'
import type { Relation, RelationColumn } from '../schema/describe-relations.ts'
import { ignoredBy } from '../schema/ignored-by.ts'
import { entityName } from '../schema/relation-name.ts'
import { isView } from '../schema/underlying-names.ts'
import { hasNativeText } from './copy-statement.ts'

/**
 * A relation in the form of the port.
 * @param behind of a view that was asked for by its name. @param hiding tables behind a view whose row security may hide rows
 */
export const entityOf = (
  relation: Relation,
  behind?: (view: Relation, column: string) => UnderlyingNames,
  hiding: readonly string[] = [],
): SourceEntity => ({
  name: entityName(relation),
  kind: relation.kind,
  columns: relation.columns.map((column) => ({
    ...columnOf(column),
    ...defined({ behind: isView(relation) ? (behind?.(relation, column.name) ?? 'unknown') : undefined }),
  })),
  ...defined({ estimatedRows: relation.estimatedRows ?? undefined, bytes: relation.bytes ?? undefined }),
  ...warningOf(relation, hiding),
})

function warningOf(relation: Relation, hiding: readonly string[]): Pick<SourceEntity, 'warning'> {
  const objects = relation.columns.filter(({ type }) => LARGE_OBJECTS.test(type)).map(({ name }) => name)
  const warning = oneAfterAnother([
    ...(relation.isFiltered
      ? [sentence`Row security may hide rows of this table from the account; only what it sees is moved.`]
      : []),
    ...(hiding.length > 0
      ? [
          sentence`Row security may hide rows of tables that this view reads: ${hiding.join(', ')}. Only what the view shows is moved.`,
        ]
      : []),
    ...(objects.length > 0
      ? [sentence`Only the numbers of large objects are moved, not the objects themselves: ${objects.join(', ')}.`]
      : []),
  ])
  return warning ? { warning } : {}
}

/** Numbers of objects of the database, which are usually large objects; the extension `lo` has a domain for them. */
const LARGE_OBJECTS = /^(oid|([^.]+\.)?lo)$/

const columnOf = (column: RelationColumn): SourceColumn => {
  const { name, type, nullable, keyPosition, generated, ownTypes, currency } = column
  const ignores = ignoredBy(column)
  return defined({
    name,
    type,
    value: valueOfColumn(defined({ type, ownTypes, currency })),
    nullable,
    hasNativeText: hasNativeText(baseTypeOf(defined({ type, ownTypes }))) || undefined,
    keyPosition: keyPosition ?? undefined,
    generated: generated === null ? undefined : true,
    expression: generated ?? undefined,
    behind: generated === null ? undefined : namesInExpression(generated),
    ownTypes,
    currency,
    ignores,
  })
}
