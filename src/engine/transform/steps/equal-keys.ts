import type { BoundColumn } from '../columns/relation.ts'

/** A column of a join, as SQL. */
export interface JoinKey {
  readonly sql: string
  readonly column: Pick<BoundColumn, 'type' | 'value'>
}

/** Every whole number up to here is a floating-point number of 64 bits. */
const LAST_EXACT = 2 ** 53

/** The condition for equal keys. DuckDB compares a whole number and a floating-point number as the latter, of which several whole numbers are one. */
export function equalKeys(one: JoinKey, other: JoinKey): string {
  const [float, number] = one.column.value.kind === 'float' ? [one, other] : [other, one]
  const { kind } = number.column.value
  if (float.column.value.kind !== 'float' || (kind !== 'integer' && kind !== 'decimal'))
    return `${one.sql} = ${other.sql}`
  const wide = kind === 'integer' ? '::DOUBLE' : ''
  const isExact = `abs(${float.sql}::DOUBLE) < ${LAST_EXACT} OR ${number.sql} = TRY_CAST(${float.sql} AS ${String(number.column.type)})`
  return `${one.sql}${wide} = ${other.sql}${wide} AND (${isExact})`
}
