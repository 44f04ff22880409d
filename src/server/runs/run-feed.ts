import type { Notifications } from '../store/notifications.ts'

export interface RunChanged {
  readonly organizationId: string
  readonly runId: string
}

/** Tells subscribers of this process which runs have changed, whichever process changed them. */
export interface RunFeed {
  /** Calls `hear` for each change in the organization; with nothing after a gap, when anything may have changed. */
  subscribe(organizationId: string, hear: (changed: RunChanged | undefined) => void): () => void
}

export function makeRunFeed(notifications: Notifications): RunFeed {
  const byOrganization = new Map<string, Set<(changed: RunChanged | undefined) => void>>()

  notifications.listen('millrace_runs', (payload) => {
    if (payload === undefined) {
      for (const hearers of byOrganization.values()) for (const hear of hearers) hear(undefined)
      return
    }
    const { o: organizationId, r: runId } = JSON.parse(payload) as { o: string; r: string }
    for (const hear of byOrganization.get(organizationId) ?? []) hear({ organizationId, runId })
  })

  return {
    subscribe: (organizationId, hear) => {
      const hearers = byOrganization.get(organizationId) ?? new Set()
      byOrganization.set(organizationId, hearers.add(hear))
      return () => {
        hearers.delete(hear)
        if (hearers.size === 0) byOrganization.delete(organizationId)
      }
    },
  }
}
