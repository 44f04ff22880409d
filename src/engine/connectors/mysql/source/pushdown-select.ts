import type { Pushdown } from '../../../ports/pushdown.ts'
import type { SourceEntity } from '../../../ports/source.ts'
import { COMMON_TEXT } from '../../../ports/value-type.ts'
import { pushedCondition } from '../../sql/pushdown/pushed-condition.ts'
import { type FieldReading, fieldReading, MYSQL_TEXT } from '../rows/field-reading.ts'
import { pushdownDialect, pushedValue } from './pushdown-value.ts'
import { isSummable } from './snapshot-queries.ts'

/** Steps as parts of a SELECT. */
export interface PushedSelect {
  /** How each column after the steps is read. */
  readonly fields: ReadonlyMap<string, FieldReading>
  readonly where: readonly string[]
  /** Conditions of rows that only the engine can judge. */
  readonly outside: readonly string[]
}

/** @param nativeText columns that keep the server's notation. @returns nothing if MySQL could return another result than the engine */
export function pushedSelect(
  entity: SourceEntity,
  { columns, conditions, keepsOrder = false }: Pushdown,
  nativeText: readonly string[] = [],
): PushedSelect | undefined {
  const outside = new Set<string>()
  const fields = new Map<string, FieldReading>()
  for (const [name, value] of columns) {
    const column = value.kind === 'column' && entity.columns.find((own) => own.name === value.name)
    if (column) {
      fields.set(name, fieldReading(column, nativeText.includes(name) ? MYSQL_TEXT : COMMON_TEXT))
      continue
    }
    const made = pushedValue(entity, value)
    if (!made) return undefined
    fields.set(name, { column: name, expression: made.sql, spelling: { kind: 'text' } })
    for (const condition of made.outside) outside.add(condition)
  }
  const where: string[] = []
  for (const condition of conditions) {
    const made = pushedCondition(pushdownDialect(entity), condition)
    if (!made) return undefined
    where.push(made.sql)
    for (const other of made.outside) outside.add(other)
  }
  // The rows are counted first, and only a table in the snapshot returns the same ones again.
  const isCounted = where.length > 0 || outside.size > 0
  // The server chooses by the condition, and by the columns, which index it reads.
  if (where.length > 0 && keepsOrder) return undefined
  return isCounted && !isSummable(entity) ? undefined : { fields, where, outside: [...outside] }
}

/** Counts the rows before steps leave some out, and the rows that only the engine can judge. @param rows the part after FROM */
export const countStatement = (rows: string, { outside }: PushedSelect): string =>
  `SELECT COUNT(*) AS found, COUNT(CASE WHEN ${outside.map((sql) => `(${sql})`).join(' OR ') || 'FALSE'} THEN 1 END) AS outside FROM ${rows}`
