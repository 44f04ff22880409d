import type { Result } from '../result.ts'
import type { NewView, SavedView, ViewChange } from './saved-view.ts'

/** Saved views of lists. May be `not-offered`. */
export interface ViewRepository {
  /** Those of the caller and those of the organization, by their names. */
  list(organizationId: string): Promise<Result<readonly SavedView[]>>
  create(organizationId: string, view: NewView): Promise<Result<SavedView>>
  update(organizationId: string, id: string, change: ViewChange): Promise<Result<SavedView>>
  remove(organizationId: string, id: string): Promise<Result<void>>
}
