import { limitSentence } from '../../core/catalog/limit-sentence.ts'
import { sentence } from '../../core/catalog/sentence.ts'
import { NoTurn } from '../host/turns.ts'
import { LimitReached } from '../store/database/limit-reached.ts'
import { OrganizationMoving } from '../store/database/organization-moving.ts'
import { RequestError } from './request-error.ts'

/** `query_canceled`: by the time that each statement has. */
const TOO_SLOW = '57014'

/**
 * The refusal of what the store refuses: more than an account or an organization may have, changes of an organization that moves, and what takes too
 * long. Any other error stays as it is.
 */
export function withStoreRefusal(error: unknown): unknown {
  if (error instanceof NoTurn && error.isByAccount)
    return new RequestError(
      'too-many',
      'TOO_MANY_AT_ONCE',
      sentence`Other calls of this organization are still under way. Try again in a moment.`,
      { retry_after: 1 },
    )
  if (error instanceof Error && 'code' in error && error.code === TOO_SLOW)
    return new RequestError(
      'unavailable',
      'STORE_TOO_SLOW',
      sentence`The database of this server took too long for this. Ask for less at once, or try again later.`,
    )
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
