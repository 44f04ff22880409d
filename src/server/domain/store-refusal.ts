import { limitSentence } from '../../core/catalog/limit-sentence.ts'
import { sentence } from '../../core/catalog/sentence.ts'
import { LimitReached } from '../store/database/limit-reached.ts'
import { OrganizationMoving } from '../store/database/organization-moving.ts'
import { RequestError } from './request-error.ts'

/**
 * The refusal of what triggers of the store refuse: more than an account or an organization may have, and changes of an organization that moves.
 * Any other error stays as it is.
 */
export function withStoreRefusal(error: unknown): unknown {
  if (error instanceof LimitReached)
    return new RequestError('conflict', 'LIMIT_REACHED', limitSentence(error.kind, error), {
      kind: error.kind,
      count: error.count,
      limit: error.limit,
    })
  if (error instanceof OrganizationMoving)
    return error.isMoved
      ? new RequestError(
          'conflict',
          'ORGANIZATION_MOVED',
          sentence`This organization has moved to another installation. Here it can only be read.`,
        )
      : new RequestError(
          'conflict',
          'ORGANIZATION_MOVING',
          sentence`This organization is being moved to another installation. Until that is done, nothing can be changed and nothing runs.`,
        )
  return error
}
