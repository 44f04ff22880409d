import type { MutationCacheNotifyEvent, QueryCacheNotifyEvent } from '@tanstack/react-query'

import { FailureError } from '../../services/unwrap.ts'

/** What a call shows about the connection to the server: it answers, it does not answer, or the session is no longer valid. */
export type CallOutcome = 'answered' | 'away' | 'refused'

export type CacheEvent = QueryCacheNotifyEvent | MutationCacheNotifyEvent

const AWAY_STATUSES = [502, 503, 504]

/** The outcome of a cache event; nothing for an event that does not end a call. */
export function outcomeOf(event: CacheEvent): CallOutcome | undefined {
  if (event.type !== 'updated') return undefined
  const { action } = event
  // Data that was put into the cache by hand did not come from the server.
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
  // The client has already retried with a new token.
  return failure.status === 401 ? 'refused' : 'answered'
}
