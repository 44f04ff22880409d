import type { Failure } from '../failure.ts'

/**
 * Why a flow could not be saved, by what helps: `passing` goes by itself, `conflict` asks whose version counts,
 * `signed-out` needs a sign-in, and what is `refused` would be refused again.
 */
export type SaveFailure = 'passing' | 'conflict' | 'signed-out' | 'refused'

/** Somebody else was first: 412 is what `If-Match` asks for, 409 what our API answers. */
const CONFLICT_STATUSES = [409, 412]
/** Too slow, too early, too often: the same request may be taken later. */
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
    // No answer, none that can be read (the page of a hotel's network), or no fresh token.
    case 'network':
    case 'unexpected-answer':
    case 'identity':
      return 'passing'
    default:
      return 'refused'
  }
}
