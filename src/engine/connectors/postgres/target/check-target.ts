import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { holdingBoth, isWider } from '../../../formats/common-text/is-wider.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { refuseDifferences } from '../../shared/target-mismatch.ts'
import { baseTypeOf, valueOfColumn } from '../schema/base-type.ts'
import { columnTypeFor } from '../schema/column-type-for.ts'
import type { Relation, RelationColumn } from '../schema/describe-relations.ts'
import { fitsCheckedType, fitsType } from '../schema/fits-type.ts'
import type { RetypedColumn } from '../write/widening.ts'

export interface TargetFit {
  /** The columns to copy: all except those that the table computes itself. */
  readonly written: readonly string[]
  readonly added: readonly SourceColumn[]
  /** With the types that they get. */
  readonly retyped: readonly RetypedColumn[]
  /** Columns with the same type in the table, now or after a change. Other columns of the table have another type that can store the values. */
  readonly equal: readonly SourceColumn[]
  /** Columns of the table that the source does not have: empty in new rows, or with their default. */
  readonly left: readonly string[]
}

/**
 * Compares an existing table with the new columns, and lists all differences that cannot be resolved. The table may be designed by
 * people: types need not be equal if they can store the values, and further columns are allowed if they need no value.
 * @throws ConnectorError `TARGET_MISMATCH`
 */
export function checkTarget(
  target: Relation,
  columns: readonly SourceColumn[],
  name: string,
  { drift, checksValues }: Pick<TargetRequest, 'drift' | 'checksValues'>,
): TargetFit {
  if (target.kind !== 'table' && target.kind !== 'partitioned table') {
    refuseDifferences(name, { missing: [], others: [sentence`it is a ${target.kind}, not a table`] })
  }
  const existing = (column: SourceColumn) => target.columns.find((other) => other.name === column.name)
  const isChanged = (column: SourceColumn) => drift?.changed.includes(column.name) ?? false
  const added = columns.filter(
    (column) => !existing(column) && drift?.mayWiden === true && drift.added.includes(column.name),
  )
  const retyped = columns.flatMap((column) => {
    const own = existing(column)
    const wider = own && drift?.mayWiden === true && isChanged(column) && widerColumn(own, column)
    return wider ? [wider] : []
  })
  const isRetyped = (column: SourceColumn) => retyped.some(({ name: other }) => other === column.name)
  const others = target.columns.filter((own) => !columns.some((column) => column.name === own.name))
  const asTheyAre = columns.filter((column) => !added.includes(column) && !isRetyped(column))
  refuseDifferences(name, {
    missing: asTheyAre.filter((column) => !existing(column)),
    narrow: asTheyAre.flatMap((column) => {
      const own = existing(column)
      const wider = own && isUnfit(own, column, checksValues === true) && widerColumn(own, column)
      return wider ? [{ name: column.name, type: wider.type, own: own.type, coming: column.type }] : []
    }),
    others: [
      ...asTheyAre.flatMap((column) => differenceOf(existing(column), column, checksValues === true)),
      ...others.filter(isInTheWay).map(unexpected),
    ],
  })
  return {
    written: columns
      .filter((column) => added.includes(column) || existing(column)?.generated === null)
      .map((column) => column.name),
    added,
    retyped,
    equal: columns.filter(
      (column) => added.includes(column) || retyped.includes(column) || existing(column)?.type === column.type,
    ),
    left: others.filter(({ generated }) => generated === null).map(({ name }) => name),
  }
}

/** A new column with the wider type that the column of the table can get for it. @returns nothing if there is none */
export function widerColumn(own: RelationColumn, column: SourceColumn): RetypedColumn | undefined {
  const ownValue = valueOfColumn(own)
  const value = holdingBoth(column.value, ownValue)
  // A cast from `character` loses trailing spaces.
  if (own.generated !== null || own.type.startsWith('character(') || !isWider(value, ownValue)) return undefined
  const collation = own.collation && { collation: own.collation.name }
  if (value === column.value) return { ...column, ...collation }
  const { ownTypes: _, ...plain } = column
  return { ...plain, type: columnTypeFor(value), value, ...collation }
}

function differenceOf(
  existing: RelationColumn | undefined,
  column: SourceColumn,
  checksValues: boolean,
): readonly Sentence[] {
  if (!existing) return []
  if (existing.generated !== null && column.expression === undefined) {
    return [sentence`column "${column.name}" is computed by the target and cannot be written`]
  }
  return isUnfit(existing, column, checksValues) && !widerColumn(existing, column)
    ? [sentence`column "${column.name}" is ${existing.type}, but the stream has ${column.type}`]
    : []
}

function isUnfit(existing: RelationColumn, column: SourceColumn, checksValues: boolean): boolean {
  const type = baseTypeOf(existing)
  const fits =
    existing.type === column.type ||
    fitsType(type, column.value) ||
    (checksValues && fitsCheckedType(type, column.value))
  return !fits
}

const isInTheWay = ({ nullable, hasDefault, generated }: RelationColumn) =>
  !nullable && !hasDefault && generated === null

const unexpected = (column: RelationColumn) =>
  sentence`column "${column.name}" is not in the source, is NOT NULL and has no default`
