import { limitSentence } from '../../core/catalog/limit-sentence.ts'
import { LimitReached } from '../store/database/limit-reached.ts'
import { RequestError } from './request-error.ts'

/** The refusal of what would be more than an account or an organization may have; any other error stays as it is. */
export const withLimitRefusal = (error: unknown): unknown =>
  error instanceof LimitReached
    ? new RequestError('conflict', 'LIMIT_REACHED', limitSentence(error.kind, error), {
        kind: error.kind,
        count: error.count,
        limit: error.limit,
      })
    : error
