import type { Failure } from '../failure.ts'
import type { BulkOutcome } from './bulk-repository.ts'

/** What became of many objects: those that are not among the failures are done. */
export interface BulkResult {
  readonly count: number
  /** By the id of the object. */
  readonly failures: ReadonlyMap<string, Failure>
}

export const bulkResult = (outcomes: readonly BulkOutcome[]): BulkResult => ({
  count: outcomes.length,
  failures: new Map(outcomes.flatMap(({ id, failure }) => (failure ? [[id, failure]] : []))),
})
