import type { Result } from '../result.ts'
import type { Batch, BatchChange } from './batch.ts'

/** What the server does with many flows, whatever becomes of the page that asked. May be `not-offered`. */
export interface BatchRepository {
  /** @param change absent: the flows are run. @returns its id */
  start(organizationId: string, flowIds: readonly string[], change?: BatchChange): Promise<Result<string>>
  /** Of the last days, the newest first. */
  list(organizationId: string): Promise<Result<readonly Batch[]>>
  /** @returns the ids of its flows */
  flowsOf(organizationId: string, id: string): Promise<Result<readonly string[]>>
  /** Leaves out what waits, and cancels its runs. */
  cancel(organizationId: string, id: string): Promise<Result<void>>
  /** Forgets one that is over. */
  close(organizationId: string, id: string): Promise<Result<void>>
}
