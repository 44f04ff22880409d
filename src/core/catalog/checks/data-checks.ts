/** What a check may demand of the rows of a run; the names are those of dbt's tests where it has them. */
export const CHECK_TYPES = [
  'row_count',
  'not_null',
  'unique',
  'accepted_values',
  'freshness',
  'foreign_key',
  'sql',
] as const

export type CheckType = (typeof CHECK_TYPES)[number]

/** What happens if the rows do not pass: the run stops and the old rows stay, or it only says so. */
export const CHECK_SEVERITIES = ['fail', 'warn'] as const

export type CheckSeverity = (typeof CHECK_SEVERITIES)[number]

/** The result of a check. */
export const CHECK_OUTCOMES = ['passed', 'warned', 'failed'] as const

export type CheckOutcome = (typeof CHECK_OUTCOMES)[number]

/** Limits of a stream's checks. */
export const MAX_CHECKS = 50
export const MAX_VALUES = 1_000

interface Check<Type extends CheckType> {
  /** Unique within the stream. */
  readonly id: string
  readonly type: Type
  /** Absent: `fail`. */
  readonly severity?: CheckSeverity
}

/** A condition that the rows of one stream must meet before readers see them. Columns have the names that they have in the destination. */
export type DataCheck =
  /** The number of rows differs by at most this share, in percent, from `rows`; without `rows`, from that of the last run that succeeded. */
  | (Check<'row_count'> & { readonly percent: number; readonly rows?: number })
  /** Every row has a value in each of these columns. */
  | (Check<'not_null'> & { readonly columns: readonly string[] })
  /** No two rows have the same values in these columns; rows without a value in one of them are left out. */
  | (Check<'unique'> & { readonly columns: readonly string[] })
  /** Values are one of these; rows without a value are left out. */
  | (Check<'accepted_values'> & { readonly column: string; readonly values: readonly string[] })
  /** The latest time in the column is at most as old as this. Times without a zone are in UTC. */
  | (Check<'freshness'> & { readonly column: string; readonly hours: number })
  /** Another table of the destination has the values of these columns in `keys`, which are the same names if absent; rows without a value are left out. */
  | (Check<'foreign_key'> & {
      readonly columns: readonly string[]
      readonly target: string
      readonly keys?: readonly string[]
    })
  /** The query returns no row. The rows of the run are its table `input`. */
  | (Check<'sql'> & { readonly query: string; readonly name?: string })

/** A check of a newer server; it is stored and sent back unchanged. */
export interface UnknownCheck {
  readonly id: string
  readonly type: string
}

export const isKnownCheck = (check: DataCheck | UnknownCheck): check is DataCheck =>
  CHECK_TYPES.some((type) => type === check.type)

/** The columns of the run's rows that a check names; a query names its own. */
export function columnsOfCheck(check: DataCheck): readonly string[] {
  if ('columns' in check) return check.columns
  return 'column' in check ? [check.column] : []
}
