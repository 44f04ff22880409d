import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { holdingBoth, isWider } from '../../../formats/common-text/is-wider.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { Drift } from '../../../ports/target-request.ts'
import { refuseDifferences } from '../../shared/target-mismatch.ts'
import type { Table, TableColumn } from '../schema/describe-tables.ts'
import { fitsType, isSameType } from '../schema/fits-type.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'

export interface TargetUse {
  /** Whether the type of a column is a MySQL type; for others only the kind of value counts. */
  readonly isOwn: (column: SourceColumn) => boolean
  /** Changes at the source since the last run. */
  readonly drift: Drift | undefined
}

export interface TargetFit {
  /** The columns to write: all except those that the table computes itself. */
  readonly written: readonly string[]
  readonly added: readonly SourceColumn[]
  readonly retyped: readonly { readonly column: SourceColumn; readonly own: TableColumn }[]
  /** Columns of the table that the source does not have: empty in new rows, or with their default. */
  readonly left: readonly string[]
}

/**
 * Compares an existing table with the new columns, and lists all differences that cannot be resolved.
 * @throws ConnectorError `TARGET_MISMATCH`
 */
export function checkTarget(
  target: Table,
  columns: readonly SourceColumn[],
  name: string,
  { isOwn, drift }: TargetUse,
): TargetFit {
  if (target.kind === 'view') refuseDifferences(name, { missing: [], others: [sentence`it is a view, not a table`] })
  if (target.isVersioned)
    refuseDifferences(name, {
      missing: [],
      others: [sentence`it keeps its history (WITH SYSTEM VERSIONING), which would be lost`],
    })
  const existing = (wanted: string) => target.columns.find((other) => isSameName(other.name, wanted))
  const mayWiden = drift?.mayWiden ?? false
  const added = columns.filter((column) => mayWiden && !existing(column.name) && drift?.added.includes(column.name))
  const retyped = columns.flatMap((column) => {
    const own = existing(column.name)
    if (!own || !mayWiden || !drift?.changed.includes(column.name)) return []
    return isWidenable(own, column) ? [{ column, own }] : []
  })
  const isOvercome = (column: SourceColumn) =>
    added.includes(column) || retyped.some((overcome) => overcome.column === column)
  const others = target.columns.filter((own) => !columns.some((column) => isSameName(column.name, own.name)))
  const asTheyAre = columns.filter((column) => !isOvercome(column))
  refuseDifferences(name, {
    missing: asTheyAre.filter((column) => !existing(column.name)),
    narrow: asTheyAre.flatMap((column) => {
      const own = existing(column.name)
      return own && isUnfit(own, column, isOwn(column)) && isWidenable(own, column)
        ? [{ name: column.name, type: column.type, own: own.type }]
        : []
    }),
    others: [
      ...asTheyAre.flatMap((column) => differenceOf(existing(column.name), column, isOwn(column))),
      ...others.filter(isInTheWay).map(unexpected),
    ],
  })
  const isWritten = (column: SourceColumn) => added.includes(column) || existing(column.name)?.isGenerated === false
  const left = others.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name)
  return { written: columns.filter(isWritten).map((column) => column.name), added, retyped, left }
}

/** Without enumerations, years and the padded CHAR, whose values have another meaning as another type. */
const WIDENED = /^((tiny|small|medium|big)?int|decimal|varchar|tinytext)\b/

/** Whether a column of the table can get a wider type, for the values of a new column. */
export function isWidenable(own: TableColumn, column: SourceColumn): boolean {
  const ownValue = valueTypeOf(own.type)
  const isNarrow = isWider(holdingBoth(column.value, ownValue), ownValue) || getsSign(own, column)
  return !own.isGenerated && isNarrow && WIDENED.test(own.type)
}

/** A decimal of the table takes no negative numbers, and the source may have some. */
export const getsSign = (own: TableColumn, { type, value }: SourceColumn): boolean =>
  /^decimal\b.* unsigned/.test(own.type) && value.kind === 'decimal' && !type.includes(' unsigned')

/** Names of columns are case-insensitive. */
export const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function differenceOf(existing: TableColumn | undefined, column: SourceColumn, isOwn: boolean): readonly Sentence[] {
  if (!existing) return []
  if (existing.isGenerated) {
    return column.generated ? [] : [sentence`column "${column.name}" is computed by the target and cannot be written`]
  }
  return isUnfit(existing, column, isOwn) && !isWidenable(existing, column)
    ? // A step that looks at a geometry sees its text, which is what arrives.
      [
        sentence`column "${column.name}" is ${existing.type}, but the stream has ${existing.type === column.type ? 'text' : column.type}`,
      ]
    : []
}

const isUnfit = (existing: TableColumn, column: SourceColumn, isOwn: boolean): boolean =>
  !(isOwn && isSameType(existing.type, column.type)) && !fitsType(existing.type, column.value)

const isInTheWay = ({ nullable, hasDefault, isGenerated }: TableColumn) => !nullable && !hasDefault && !isGenerated

const unexpected = (column: TableColumn) =>
  sentence`column "${column.name}" is not in the source, is NOT NULL and has no default`
