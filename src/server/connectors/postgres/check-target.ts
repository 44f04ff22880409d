import { ConnectorError } from '../connector.ts'
import type { SourceColumn } from '../source.ts'
import { canHold } from './can-hold.ts'
import type { Relation, RelationColumn } from './describe-relations.ts'

export interface TargetUse {
  /** The columns come from another system: then theirs need not be equal, only be able to hold what comes. */
  readonly isForeign: boolean
  /** Rows that are there stay, so columns may have values of their own. */
  readonly keepsRows: boolean
}

/**
 * Compares an existing table with the columns that will come, and names every difference at once.
 * @returns the columns to copy: all but those that the table computes itself. @throws ConnectorError `TARGET_MISMATCH`
 */
export function checkTarget(
  target: Relation,
  columns: readonly SourceColumn[],
  name: string,
  { isForeign, keepsRows }: TargetUse,
): readonly string[] {
  if (target.kind !== 'table' && target.kind !== 'partitioned table') {
    throw mismatch(name, [`it is a ${target.kind}, not a table`])
  }
  const coming = new Map(columns.map((column) => [column.name, column]))
  const differences = [
    ...columns.flatMap((column) =>
      missingOrDifferent(
        target.columns.find((other) => other.name === column.name),
        column,
        isForeign,
      ),
    ),
    ...target.columns
      .filter((column) => !coming.has(column.name) && (!keepsRows || isInTheWay(column)))
      .map(unexpected),
  ]
  if (differences.length > 0) throw mismatch(name, differences)
  return columns
    .filter((column) => target.columns.find((other) => other.name === column.name)?.generated === null)
    .map((column) => column.name)
}

function missingOrDifferent(
  existing: RelationColumn | undefined,
  column: SourceColumn,
  isForeign: boolean,
): readonly string[] {
  if (!existing) return [`column "${column.name}" (${column.type}) is missing`]
  if (existing.generated !== null && column.expression === undefined) {
    return [`column "${column.name}" is computed by the target and takes no values`]
  }
  const fits = existing.type === column.type || (isForeign && canHold(existing.type, column.value))
  if (!fits) return [`column "${column.name}" is ${existing.type}, but ${column.type} comes`]
  return []
}

const isInTheWay = ({ nullable, hasDefault, generated }: RelationColumn) =>
  !nullable && !hasDefault && generated === null

const unexpected = (column: RelationColumn) =>
  `column "${column.name}" does not come from the source${isInTheWay(column) ? ', is NOT NULL and has no default' : ''}`

const mismatch = (name: string, differences: readonly string[]) =>
  new ConnectorError({
    code: 'TARGET_MISMATCH',
    message: `The table ${name} does not fit: ${differences.join('; ')}.`,
    hint: 'Change the table or the columns of the stream, choose another target, or drop the table so that it is made anew.',
    retryable: false,
  })
