import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import type { SourceColumn, SourceEntity, UnderlyingNames } from '../../../ports/source.ts'
import { hasNativeText } from '../rows/field-reading.ts'
import { type Table, type TableColumn, TRANSACTIONAL } from '../schema/describe-tables.ts'
import { ignoredBy } from '../schema/ignored-by.ts'
import { entityName } from '../schema/table-name.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'

const TEXT = /^(char|varchar|tinytext|text|mediumtext|longtext|enum|set)\b/

const DATES: readonly string[] = ['date', 'timestamp']

/**
 * A table in the form of the port; its types with or without collations, which a copy needs and a person does not.
 * @param behind of a view that was asked for by its name
 */
export const entityOf = (
  table: Table,
  withCollations: boolean,
  behind?: (view: Table, column: string) => UnderlyingNames,
): SourceEntity =>
  defined({
    name: entityName(table),
    kind: table.kind,
    columns: table.columns
      .filter(({ isReadable }) => isReadable)
      .map((column) => ({
        ...columnOf(column, withCollations),
        ...defined({ behind: table.kind === 'view' ? (behind?.(table, column.name) ?? 'unknown') : undefined }),
        // The server tells the expression only to some accounts, and it may name every column of its table.
        ...defined({ behind: column.isGenerated ? table.columns.map(({ name }) => name) : undefined }),
      })),
    estimatedRows: table.estimatedRows,
    bytes: table.bytes,
    warning:
      table.engine !== undefined && !TRANSACTIONAL.test(table.engine)
        ? sentence`${entityName(table)} is stored by ${table.engine}, which has no transactions: rows that change while it is read may be old or new.`
        : undefined,
  })

/** Labels of enums are compared as texts too, but there can be only one of each. */
function ignoring({ type, collation }: TableColumn): Pick<SourceColumn, 'ignores'> {
  const ignores =
    collation !== undefined && /^(char|varchar|tinytext|text|mediumtext|longtext)\b/.test(type)
      ? ignoredBy(collation)
      : undefined
  return ignores ? { ignores } : {}
}

const columnOf = (column: TableColumn, withCollations: boolean): SourceColumn => {
  const { name, type, nullable, keyPosition, isGenerated, collation } = column
  const value = valueTypeOf(type)
  const typeText = withCollations && collation !== undefined && TEXT.test(type) ? `${type} collate ${collation}` : type
  return {
    name,
    type: typeText,
    value,
    nullable,
    ...defined({
      hasNativeText: hasNativeText(typeText) || undefined,
      keyPosition,
      generated: isGenerated || undefined,
    }),
    ...ignoring(column),
    // Whether it may hold 0000-00-00 depends on settings of the sessions that have written it.
    ...defined({ mayBeReadAsNull: DATES.includes(value.kind) && !nullable ? true : undefined }),
  }
}
