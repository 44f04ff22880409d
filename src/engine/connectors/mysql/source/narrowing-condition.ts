import type { Condition, Operand } from '../../../ports/pushdown.ts'
import type { SourceColumn, SourceEntity } from '../../../ports/source.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'

/**
 * A condition in SQL of MySQL that is true for every row for which it is true in the engine, and perhaps for others: a collation may treat
 * different texts as equal. So it is never negated. @returns nothing if MySQL could leave out a row that meets it
 */
export function narrowingCondition(entity: SourceEntity, condition: Condition): string | undefined {
  switch (condition.kind) {
    case 'and': {
      const parts = condition.conditions.flatMap((part) => narrowingCondition(entity, part) ?? [])
      return parts.length > 0 ? `(${parts.join(' AND ')})` : undefined
    }
    case 'or': {
      const parts = condition.conditions.flatMap((part) => narrowingCondition(entity, part) ?? [])
      return parts.length === condition.conditions.length ? `(${parts.join(' OR ')})` : undefined
    }
    case 'in':
      return listed(entity, condition.value, condition.list)
    case 'comparison': {
      const { left, sign, right } = condition
      const column = columnOf(entity, left)
      const value = column && constantBeside(column, right)
      if (!column || value === undefined) return undefined
      if (sign === '=') return `${quoteIdentifier(column.name)} = ${value}`
      return isNumeric(column) ? `${quoteIdentifier(column.name)} ${sign} ${value}` : undefined
    }
    default:
      return undefined
  }
}

function listed(entity: SourceEntity, operand: Operand, list: readonly Operand[]): string | undefined {
  const column = columnOf(entity, operand)
  if (!column) return undefined
  const values = list.flatMap((item) => constantBeside(column, item) ?? [])
  return values.length === list.length ? `${quoteIdentifier(column.name)} IN (${values.join(', ')})` : undefined
}

const columnOf = ({ columns }: SourceEntity, operand: Operand): SourceColumn | undefined =>
  operand.kind === 'column' ? columns.find(({ name }) => name === operand.name) : undefined

const isNumeric = ({ value }: SourceColumn) => value.kind === 'integer' || value.kind === 'decimal'

/** A constant that MySQL compares with the column as the engine does, or more loosely. */
function constantBeside(column: SourceColumn, operand: Operand): string | undefined {
  if (operand.kind === 'number') return isNumeric(column) ? operand.text : undefined
  // Text beside a number would be compared as DOUBLE.
  return operand.kind === 'text' && column.value.kind === 'text' ? quoteLiteral(operand.text) : undefined
}
