import { ConnectorError } from '../connector.ts'
import type { SourceColumn } from '../source.ts'
import type { Relation, RelationColumn } from './describe-relations.ts'

/**
 * Compares an existing table with the columns that will come, and names every difference at once.
 * @returns the columns to copy: all but those that the table computes itself. @throws ConnectorError `TARGET_MISMATCH`
 */
export function checkTarget(target: Relation, columns: readonly SourceColumn[], name: string): readonly string[] {
  if (target.kind !== 'table' && target.kind !== 'partitioned table') {
    throw mismatch(name, [`it is a ${target.kind}, not a table`])
  }
  const coming = new Map(columns.map((column) => [column.name, column]))
  const differences = [
    ...columns.flatMap((column) =>
      missingOrDifferent(
        target.columns.find((other) => other.name === column.name),
        column,
      ),
    ),
    ...target.columns.flatMap((column) => (coming.has(column.name) ? [] : [unexpected(column)])),
  ]
  if (differences.length > 0) throw mismatch(name, differences)
  return columns
    .filter((column) => target.columns.find((other) => other.name === column.name)?.generated === null)
    .map((column) => column.name)
}

function missingOrDifferent(existing: RelationColumn | undefined, column: SourceColumn): readonly string[] {
  if (!existing) return [`column "${column.name}" (${column.type}) is missing`]
  if (existing.generated !== null && column.expression === undefined) {
    return [`column "${column.name}" is computed by the target and takes no values`]
  }
  if (existing.type !== column.type) return [`column "${column.name}" is ${existing.type}, but ${column.type} comes`]
  return []
}

function unexpected({ name, nullable, hasDefault, generated }: RelationColumn): string {
  const isInTheWay = !nullable && !hasDefault && generated === null
  return `column "${name}" does not come from the source${isInTheWay ? ', is NOT NULL and has no default' : ''}`
}

const mismatch = (name: string, differences: readonly string[]) =>
  new ConnectorError({
    code: 'TARGET_MISMATCH',
    message: `The table ${name} does not fit: ${differences.join('; ')}.`,
    hint: 'Change the table or the columns of the stream, choose another target, or drop the table so that it is made anew.',
    retryable: false,
  })
