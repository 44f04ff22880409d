import type { Result } from '../result.ts'
import type { TrashEntry, TrashName } from './trash-entry.ts'

/** What was deleted in an organization. May be `not-offered`. */
export interface TrashRepository {
  /** The newest first. */
  list(organizationId: string): Promise<Result<readonly TrashEntry[]>>
  /** @returns everything that was restored; the requested entry is the last */
  restore(organizationId: string, id: string): Promise<Result<readonly TrashName[]>>
  deletePermanently(organizationId: string, id: string): Promise<Result<void>>
}
