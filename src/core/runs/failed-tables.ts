import { isOnlyFailure } from './is-failure.ts'
import type { Run } from './run.ts'

/** The tables of a run with an error, and what the notice of the run says of them; the rest is beside each table. */
export interface FailedTables {
  readonly count: number
  /** `all`: the reason as well, because there is only one; `hint`: only how to mend them; `count`: only how many there are. */
  readonly summary: 'all' | 'hint' | 'count'
}

/** So that no sentence is shown twice, nor once for each of many tables. */
export function failedTables({ streams }: Pick<Run, 'streams'>): FailedTables {
  const errors = streams.flatMap(({ error }) => error ?? [])
  const isSame = (of: 'message' | 'hint') => new Set(errors.map((error) => error[of])).size <= 1
  return { count: errors.length, summary: isSame('message') ? 'all' : isSame('hint') ? 'hint' : 'count' }
}

/** What the notice of a run says of its tables; there is none before its end. */
export const summaryOfTables = (run: Pick<Run, 'error' | 'streams'>): FailedTables['summary'] =>
  run.error ? failedTables(run).summary : 'count'

/** Whether nothing is left to say beside the only table that failed. */
export const isSummaryComplete = (run: Run): boolean => summaryOfTables(run) === 'all' && isOnlyFailure(run)
