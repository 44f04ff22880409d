import { columnsOfCheck, type DataCheck } from '../../../core/catalog/checks/data-checks.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Destination } from '../../ports/destination.ts'
import type { FoundRows } from '../../ports/staged-query.ts'
import type { StepProcess } from '../../step-process/step-process.ts'
import { type CheckedStream, queryOf } from '../checks/check-query.ts'
import { HELD_NOTATION } from '../checks/find-in-held.ts'

/** The checks of one stream. */
export interface PlannedChecks {
  readonly planned: readonly PlannedCheck[]
  /** The number of rows of the last run that succeeded. Absent: there was none. */
  readonly rowsBefore: number | undefined
  /** Nothing is written, so failed checks do not stop the run. */
  readonly dry: boolean
  /** Starts a process for queries, if the destination has none: rows are held until they have passed. */
  readonly openProcess?: () => StepProcess
  /** Reports some of the rows that a check found. */
  readonly report: (checkId: string, found: FoundRows) => void
}

export interface PlannedCheck {
  readonly check: DataCheck
  readonly query?: string
}

/** The queries of checks, in the destination's SQL if it has one. @throws ConnectorError that names a check that this destination cannot have */
export function planQueries(
  checks: readonly DataCheck[],
  stream: CheckedStream,
  { sql }: Pick<Destination, 'sql'>,
): readonly PlannedCheck[] {
  return checks.map((check) => {
    if (check.type === 'foreign_key' && !sql?.tableOf)
      throw new ConnectorError({
        code: 'CHECK_NOT_SUPPORTED',
        message: sentence`The destination of ${stream.target} cannot look into ${check.target}, so a check cannot refer to it.`,
        hint: sentence`Remove the check.`,
      })
    const query = queryOf(check, stream, sql ?? HELD_NOTATION)
    return defined({ check, query })
  })
}

/** @param columns those that arrive. @throws ConnectorError that names every column that a check needs and that does not arrive */
export function requireColumns(checks: readonly DataCheck[], target: string, columns: readonly string[]): void {
  const missing = new Set(checks.flatMap(columnsOfCheck).filter((name) => !columns.includes(name)))
  if (missing.size === 0) return
  throw new ConnectorError({
    code: 'CHECK_COLUMN_MISSING',
    message: sentence`The checks of ${target} need columns that do not arrive there: ${[...missing].join(', ')}.`,
    hint: sentence`Choose these columns for the stream, or change the checks.`,
  })
}
