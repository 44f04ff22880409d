import { sentence } from '../../../../core/catalog/sentence.ts'
import type { LoggedTable } from '../../../ports/change-source.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { COMMON_TEXT } from '../../../ports/value-type.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { declaredText, type TextCharacterSet } from '../load/declared-text.ts'
import { MYSQL_TEXT } from '../rows/field-reading.ts'
import { type FieldWriting, fieldWriting } from '../rows/field-writing.ts'
import { characterSetOf } from '../schema/character-sets.ts'
import type { Table, TableColumn } from '../schema/describe-tables.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { entityName, INTERNAL_PREFIX, sqlName } from '../schema/table-name.ts'

/** A column of the target, and how its text is written. */
interface FollowingColumn {
  readonly name: string
  readonly own: TableColumn
}

/** A table that follows one of the source. */
export interface FollowingTarget {
  readonly target: Table
  /** As SQL: a temporary table of the session. */
  readonly staging: string
  readonly columns: readonly FollowingColumn[]
  /** The places in `columns` of the key. */
  readonly key: readonly number[]
  /** How the text of staged rows is written: kind, unchanged columns, the key before, and the columns. */
  readonly fields: readonly FieldWriting[]
  readonly characterSet: TextCharacterSet
}

export const KIND = '_millrace_kind'
export const UNCHANGED = '_millrace_unchanged'
/** The number of a staged row; its digest, of tables without a key; whether it got values from the target. */
export const NUMBER = '_millrace_number'
export const DIGEST = '_millrace_digest'
export const FETCHED = '_millrace_fetched'
export const before = (index: number) => `${INTERNAL_PREFIX}before_${index}`

/** @param number of the staging table in its session. @throws ConnectorError if the target cannot take the columns */
export async function followingTarget(
  session: MysqlSession,
  target: Table,
  table: LoggedTable,
  number: number,
): Promise<FollowingTarget> {
  const columns = table.columns.map((name): FollowingColumn => ({ name, own: ownColumn(target, name) }))
  const plain = columns.map(({ name, own }, place) => writingOf(table, place, { name, type: own.type }))
  const declared = await declaredText(session, target, plain)
  const earlier = table.key.flatMap((place, index): FieldWriting[] => {
    const field = declared.fields[place]
    return field ? [{ ...field, column: before(index) }] : []
  })
  const words = [KIND, UNCHANGED].map((column): FieldWriting => ({ column, change: 'none' }))
  return {
    target,
    staging: sqlName({ database: target.database, name: `${INTERNAL_PREFIX}changes_${number}` }),
    columns,
    key: table.key,
    fields: [...words, ...earlier, ...declared.fields],
    characterSet: declared.characterSet,
  }
}

function writingOf(table: LoggedTable, place: number, { name, type }: { name: string; type: string }): FieldWriting {
  const field = table.fields?.[place]
  // The log has a type that nobody knew when it was opened.
  if (!field) throw unknownColumn(table.name, name)
  const column = { name, type: field.type, value: field.value, nullable: true }
  return fieldWriting({ column, type }, field.isNative ? MYSQL_TEXT : COMMON_TEXT)
}

function ownColumn(target: Table, name: string): TableColumn {
  const own = target.columns.find((column) => column.name.toLowerCase() === name.toLowerCase())
  if (own) return own
  throw new ConnectorError({
    code: 'COLUMN_NOT_FOUND',
    message: sentence`${entityName(target)} has no column ${name}.`,
  })
}

const unknownColumn = (table: string, column: string) =>
  new ConnectorError({
    code: 'SOURCE_CHANGED',
    message: sentence`The log has values of ${table}.${column} of a type that is not known.`,
    hint: sentence`Copy the table again.`,
  })

/** Its columns are those of the target, without their constraints: rows that go have only their key. */
export async function createStaging(session: MysqlSession, { staging, columns, key }: FollowingTarget): Promise<void> {
  const own = columns.map(({ name, own: column }) => `${quoteIdentifier(name)} ${typeOf(column)} NULL`)
  const earlier = key.flatMap((place, index) => {
    const column = columns[place]
    return column ? [`${before(index)} ${typeOf(column.own)} NULL`] : []
  })
  const definitions = [
    `${NUMBER} bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY`,
    `${KIND} char(1) CHARACTER SET ascii COLLATE ascii_bin NOT NULL`,
    `${UNCHANGED} text CHARACTER SET ascii COLLATE ascii_bin NOT NULL`,
    `${FETCHED} boolean NULL`,
    ...(key.length === 0 ? [`${DIGEST} binary(32) NULL`, `KEY (${DIGEST})`] : []),
    ...earlier,
    ...own,
  ]
  await session.query(`CREATE TEMPORARY TABLE ${staging} (${definitions.join(', ')}) ENGINE = InnoDB`)
}

/** MariaDB's JSON is a text with a check. */
function typeOf({ type, collation }: TableColumn): string {
  const text = type === 'json' && collation !== undefined ? 'longtext' : type
  return collation === undefined ? text : `${text} CHARACTER SET ${characterSetOf(collation)} COLLATE ${collation}`
}

/** Rows of a target, as SQL: those with the key of staged ones, to the letter, although the server may take more texts for equal. */
export const sameKey = (
  { columns, key }: Pick<FollowingTarget, 'columns' | 'key'>,
  staged: (name: string, index: number) => string = (name) => `s.${quoteIdentifier(name)}`,
): string =>
  key
    .flatMap((place, index) => {
      const column = columns[place]
      if (!column) return []
      const [there, coming] = [`t.${quoteIdentifier(column.name)}`, staged(column.name, index)]
      const exact = `CAST(${there} AS BINARY) = CAST(${coming} AS BINARY)`
      return [`${there} = ${coming}`, ...(column.own.collation === undefined ? [] : [exact])]
    })
    .join(' AND ')

export const keyOf = ({ columns, key }: Pick<FollowingTarget, 'columns' | 'key'>): readonly string[] =>
  key.flatMap((place) => columns[place]?.name ?? [])
