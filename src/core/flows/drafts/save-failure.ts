import type { Failure } from '../../failure.ts'

/**
 * The kind of a save failure, by its solution: `passing` disappears by itself, `conflict` needs a choice of a version,
 * `signed-out` needs a sign-in, and `refused` would be refused again.
 */
export type SaveFailure = 'passing' | 'conflict' | 'signed-out' | 'refused'

/** Somebody else was first: 412 for `If-Match`, 409 from our API. */
const CONFLICT_STATUSES = [409, 412]
/** Too slow, too early, too often: the same request may be accepted later. */
const PASSING_STATUSES = [408, 425, 429]

export function saveFailureOf(failure: Failure): SaveFailure {
  switch (failure.kind) {
    case 'http': {
      const { status } = failure
      if (CONFLICT_STATUSES.includes(status)) return 'conflict'
      if (status === 401) return 'signed-out'
      return status >= 500 || PASSING_STATUSES.includes(status) ? 'passing' : 'refused'
    }
    case 'unauthenticated':
    case 'not-authenticated-after-waiting':
      return 'signed-out'
    // No answer, an unreadable one (for example the sign-in page of a hotel's network), or no valid token.
    case 'network':
    case 'unexpected-answer':
    case 'identity':
      return 'passing'
    default:
      return 'refused'
  }
}
