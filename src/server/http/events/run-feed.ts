import { defined } from '../../../core/catalog/defined.ts'
import type { Notifications } from '../../store/database/notifications.ts'

/** A change in an organization. */
export interface Change {
  readonly organizationId: string
  /** A run, or its log. */
  readonly runId?: string
  /** Only lines were added to the run's log. */
  readonly isLogOnly?: boolean
  /** Not a run, but another object of that kind; without an id it may be any. */
  readonly changed?: { readonly kind: string; readonly id?: string }
}

/** Notifies subscribers of this process of changes by any process. */
export interface RunFeed {
  /** Calls `hear` for each change in the organization; without an argument after a gap, when anything may have changed. */
  subscribe(organizationId: string, listener: (change: Change | undefined) => void): () => void
}

/** The key of a change in an organization: a run, the log of a run, or a kind and an id. */
interface Payload {
  readonly o: string
  readonly r?: string
  readonly l?: true
  readonly k?: string
  readonly i?: string | null
}

export function makeRunFeed(notifications: Notifications): RunFeed {
  const byOrganization = new Map<string, Set<(change: Change | undefined) => void>>()

  notifications.listen('millrace_runs', (payload) => {
    if (payload === undefined) {
      for (const hearers of byOrganization.values()) for (const listener of hearers) listener(undefined)
      return
    }
    const { o: organizationId, r, l, k, i } = JSON.parse(payload) as Payload
    const change: Change = defined({
      organizationId,
      runId: r,
      isLogOnly: l,
      changed: k === undefined ? undefined : defined({ kind: k, id: i ?? undefined }),
    })
    for (const listener of byOrganization.get(organizationId) ?? []) listener(change)
  })

  return {
    subscribe: (organizationId, listener) => {
      const hearers = byOrganization.get(organizationId) ?? new Set()
      byOrganization.set(organizationId, hearers.add(listener))
      return () => {
        hearers.delete(listener)
        if (hearers.size === 0) byOrganization.delete(organizationId)
      }
    },
  }
}
