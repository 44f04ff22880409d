import type { MutationCacheNotifyEvent, QueryCacheNotifyEvent } from '@tanstack/react-query'

import { FailureError } from '../../services/unwrap.ts'

/** What a call told about the way to the server: it answers, it does not, or it no longer knows the person. */
export type CallOutcome = 'answered' | 'away' | 'refused'

export type CacheEvent = QueryCacheNotifyEvent | MutationCacheNotifyEvent

const AWAY_STATUSES = [502, 503, 504]

/** Of whatever a cache reports; nothing for an event that does not end a call. */
export function outcomeOf(event: CacheEvent): CallOutcome | undefined {
  if (event.type !== 'updated') return undefined
  const { action } = event
  // What was put into the cache by hand did not come from the server.
  if (action.type === 'success') return 'manual' in action && action.manual ? undefined : 'answered'
  return action.type === 'error' ? outcomeOfError(action.error) : undefined
}

export function outcomeOfError(error: unknown): CallOutcome | undefined {
  if (!(error instanceof FailureError)) return undefined
  const { failure } = error
  if (failure.kind === 'network') return 'away'
  if (failure.kind === 'unauthenticated') return 'refused'
  if (failure.kind !== 'http') return 'answered'
  if (AWAY_STATUSES.includes(failure.status)) return 'away'
  // The client has tried with a fresh token already.
  return failure.status === 401 ? 'refused' : 'answered'
}
