import { defined } from '../../../core/catalog/defined.ts'
import { channelOfOrganization } from '../../store/database/announcement.ts'
import type { Listening, Notifications } from '../../store/database/notifications.ts'

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

/** Tells subscribers of this process of changes by any process. It listens only for organizations that have a subscriber. */
export interface RunFeed {
  /** Calls `listener` for each change in the organization; without an argument after a gap, when anything may have changed. */
  subscribe(organizationId: string, listener: (change: Change | undefined) => void): Listening
}

/** The key of a change in an organization: a run, the log of a run, or a kind and an id; or who has a flow open. */
interface Payload {
  readonly o: string
  readonly r?: string
  readonly l?: true
  readonly k?: string
  readonly i?: string | null
  readonly f?: string
}

export function makeRunFeed(notifications: Pick<Notifications, 'listen'>): RunFeed {
  // Organizations of one channel get the same text one after the other.
  let read: { readonly payload: string; readonly changes: readonly Payload[] } | undefined
  const changesOf = (payload: string): readonly Payload[] => {
    if (read?.payload !== payload) read = { payload, changes: JSON.parse(payload) as readonly Payload[] }
    return read.changes
  }
  return {
    subscribe: (organizationId, listener) =>
      notifications.listen(channelOfOrganization(organizationId), (payload) => {
        if (!payload) return listener(undefined)
        for (const { o, r, l, k, i, f } of changesOf(payload)) {
          if (o !== organizationId || f !== undefined) continue
          const changed = k === undefined ? undefined : defined({ kind: k, id: i ?? undefined })
          listener(defined({ organizationId, runId: r, isLogOnly: l, changed }))
        }
      }),
  }
}
