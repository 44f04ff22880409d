import type { BulkCallName } from '../catalog/bulk-calls.ts'
import type { Failure } from '../failure.ts'
import type { Result } from '../result.ts'

/** One call for each of several objects. */
export interface BulkCall {
  readonly call: BulkCallName
  readonly ids: readonly string[]
  /** What each call sends. */
  readonly body?: Readonly<Record<string, unknown>>
}

export interface BulkOutcome {
  readonly call: string
  readonly id: string
  /** Absent: it succeeded. */
  readonly failure?: Failure
}

/** Makes calls for many objects on the server, which goes on after this page is left. May be `not-offered`. */
export interface BulkRepository {
  /** In this order: the second begins when the first is over. */
  perform(organizationId: string, calls: readonly BulkCall[]): Promise<Result<readonly BulkOutcome[]>>
}
