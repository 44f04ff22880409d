import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { isWider } from '../../../formats/common-text/is-wider.ts'
import type { TargetRequest } from '../../../ports/destination.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import { refuseDifferences } from '../../shared/target-mismatch.ts'
import { behindDomains, valueOfColumn } from '../schema/base-type.ts'
import type { Relation, RelationColumn } from '../schema/describe-relations.ts'
import { fitsCheckedType, fitsType } from '../schema/fits-type.ts'

export interface TargetFit {
  /** The columns to copy: all except those that the table computes itself. */
  readonly written: readonly string[]
  readonly added: readonly SourceColumn[]
  readonly retyped: readonly SourceColumn[]
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
  const retyped = columns.filter((column) => {
    const own = existing(column)
    return own !== undefined && drift?.mayWiden === true && isChanged(column) && isWidenable(own, column)
  })
  const others = target.columns.filter((own) => !columns.some((column) => column.name === own.name))
  const asTheyAre = columns.filter((column) => !added.includes(column) && !retyped.includes(column))
  refuseDifferences(name, {
    missing: asTheyAre.filter((column) => !existing(column)),
    narrow: asTheyAre.flatMap((column) => {
      const own = existing(column)
      return own && isUnfit(own, column, checksValues === true) && isWidenable(own, column)
        ? [{ name: column.name, type: column.type, own: own.type }]
        : []
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

/** Whether a column of the table can get the type of a new column, which is wider. */
export const isWidenable = (own: RelationColumn, column: SourceColumn): boolean =>
  own.generated === null &&
  // A cast from `character` loses trailing spaces.
  !own.type.startsWith('character(') &&
  isWider(column.value, valueOfColumn(own))

function differenceOf(
  existing: RelationColumn | undefined,
  column: SourceColumn,
  checksValues: boolean,
): readonly Sentence[] {
  if (!existing) return []
  if (existing.generated !== null && column.expression === undefined) {
    return [sentence`column "${column.name}" is computed by the target and cannot be written`]
  }
  return isUnfit(existing, column, checksValues) && !isWidenable(existing, column)
    ? [sentence`column "${column.name}" is ${existing.type}, but the stream has ${column.type}`]
    : []
}

function isUnfit(existing: RelationColumn, column: SourceColumn, checksValues: boolean): boolean {
  const type = behindDomains(existing)
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
