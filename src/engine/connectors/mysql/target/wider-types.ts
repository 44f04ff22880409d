import { defined } from '../../../../core/catalog/defined.ts'
import { holdingBoth, holdsAll, isWider } from '../../../formats/common-text/is-wider.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { ValueType } from '../../../ports/value-type.ts'
import { FIXED_BYTES, LONGEST_INDEX, longestValue } from '../schema/column-definitions.ts'
import { columnTypeFor } from '../schema/column-type-for.ts'
import type { Table, TableColumn } from '../schema/describe-tables.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'
import { type Retyped, readDefinition, widerType } from '../write/widening.ts'
import { getsSign, isSameName, isWidenable, type TargetFit } from './check-target.ts'
import type { Write } from './plan-write.ts'

export interface WiderTypes {
  /** The columns that get a wider type in this run. */
  readonly retyped: readonly Retyped[]
  /** The statement that would create the table; empty if no column could get another type. */
  readonly definition: string
  /** The type with which a column of the table could store more of what comes. Absent: it has the widest. */
  wider(column: SourceColumn, own: TableColumn): string | undefined
}

/** Which columns of an existing table get a wider type, or could get one; with an index, only as wide as that can be. */
export async function planWiderTypes(
  { session, request: { columns }, fence, isOwn }: Write,
  existing: Table,
  fit: TargetFit,
): Promise<WiderTypes> {
  const mayChange = fit.retyped.length > 0 || columns.some((column) => isNarrow(existing, column))
  const definition = mayChange ? await readDefinition(session, fence.target) : ''
  const widened = fit.retyped.map(({ own }) => own.name)
  const typeOf = (column: SourceColumn, own: TableColumn, value: ValueType) => {
    const keyBytes = indexShare(own, { columns: existing.columns, widened, definition })
    if (isOwn(column) && value === column.value && !(keyBytes !== undefined && hasNoLength(column.type)))
      return signedAs(own, widerType(column))
    const { isMariaDb } = session.facts
    return columnTypeFor(value, defined({ isMariaDb, keyBytes }))
  }
  const wider = (column: SourceColumn, own: TableColumn) => {
    const [ownValue, value] = [valueTypeOf(own.type), holdingBoth(column.value, valueTypeOf(own.type))]
    const type = typeOf(column, own, value)
    // One with the digits of both may be larger than the largest of MySQL.
    const holdsBoth = value === column.value || holdsAll(valueTypeOf(type), value)
    return holdsBoth && (isWider(valueTypeOf(type), ownValue) || getsSign(own, column)) ? type : undefined
  }
  const retyped = fit.retyped.flatMap(({ column, own }) => {
    const type = wider(column, own)
    return type === undefined ? [] : [{ own, type }]
  })
  return { retyped, definition, wider }
}

/** Negative numbers of the table would not fit into a type without a sign. */
const signedAs = (own: TableColumn, type: string): string =>
  own.type.includes(' unsigned') ? type : type.replace(' unsigned', '')

const isNarrow = ({ columns }: Table, column: SourceColumn): boolean => {
  const own = columns.find(({ name }) => isSameName(name, column.name))
  return own !== undefined && isWidenable(own, column)
}

/** Of such a column an index has only the beginning, which would have to be said. */
const hasNoLength = (type: string): boolean => /^(tiny|medium|long)?(text|blob)\b/.test(type)

/**
 * How many bytes a column may have because of the indexes of its table that store whole values of it; columns that are widened together share
 * what the others leave. @param definition the statement that would create the table. @returns nothing if there is no such index
 */
function indexShare({ name }: TableColumn, { columns, widened, definition }: IndexedTable): number | undefined {
  const indexes = definition.split('\n').flatMap((line) => {
    const [, listed] = INDEX.exec(line) ?? []
    const parts = listed?.split(',').map((part) => part.replace(/ DESC$/, '')) ?? []
    return parts.includes(quoteIdentifier(name)) ? [parts] : []
  })
  if (indexes.length === 0) return undefined
  const isWidened = (column: TableColumn) => widened.includes(column.name)
  const shareOf = (index: readonly string[]) => {
    const others = columns.filter((column) => column.name !== name && index.includes(quoteIdentifier(column.name)))
    const [sharing, fixed] = [others.filter(isWidened), others.filter((column) => !isWidened(column))]
    const left = fixed.reduce((bytes, { type }) => bytes - (longestValue(type) ?? FIXED_BYTES), LONGEST_INDEX)
    return Math.floor(left / (1 + sharing.length))
  }
  return Math.min(...indexes.map(shareOf))
}

interface IndexedTable {
  readonly columns: readonly TableColumn[]
  /** Names of the columns that get a wider type. */
  readonly widened: readonly string[]
  /** The statement that would create it. */
  readonly definition: string
}

/** One line of SHOW CREATE TABLE; an index of texts as words (FULLTEXT) stores no whole values. */
const INDEX = /^ {2}(?:PRIMARY KEY|UNIQUE KEY|KEY)[^(]*\(((?:`(?:[^`]|``)+`(?:\(\d+\))?(?: DESC)?,?)+)\)/
