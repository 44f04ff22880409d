import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { Database } from '../../store/database/database.ts'
import { type ClaimedMirror, renewLeases } from '../../store/mirrors/mirror-leases.ts'

const RENEW_MS = 1_000

/** Less than the lease: without the store nobody can say whether somebody else follows the log. */
const WITHOUT_STORE_MS = 10_000

export interface HeldLease {
  /** Aborted when somebody else follows the log, its flow has changed, people want something else, or the store has been away for too long. */
  readonly over: AbortSignal
  /** People had asked for something for single tables when the lease was last renewed. */
  readonly isAsked: boolean
  /** It is not renewed any more. */
  release(): void
}

interface Held {
  readonly mirror: Pick<ClaimedMirror, 'flow_id' | 'epoch'>
  readonly over: AbortController
  isAsked: boolean
  renewedAt: number
}

/** The leases of the mirrors that a process follows: one statement renews all of them. */
export class HeldLeases {
  readonly #database: Database
  readonly #log: Log
  readonly #held = new Set<Held>()
  #timer: NodeJS.Timeout | undefined

  constructor(database: Database, log: Log) {
    this.#database = database
    this.#log = log
  }

  hold(mirror: Pick<ClaimedMirror, 'flow_id' | 'epoch'>): HeldLease {
    const held: Held = { mirror, over: new AbortController(), isAsked: true, renewedAt: performance.now() }
    this.#held.add(held)
    this.#timer ??= setTimeout(() => this.#renew(), RENEW_MS)
    return {
      over: held.over.signal,
      get isAsked() {
        return held.isAsked
      },
      release: () => void this.#held.delete(held),
    }
  }

  async #renew(): Promise<void> {
    const all = [...this.#held]
    try {
      const rows = await this.#database.asSystem((query) =>
        renewLeases(
          query,
          all.map(({ mirror }) => mirror),
        ),
      )
      const found = new Map(rows.map((row) => [row.flow_id, row]))
      for (const held of all) {
        const row = found.get(held.mirror.flow_id)
        held.renewedAt = performance.now()
        held.isAsked = row?.is_asked ?? false
        if (!row?.goes_on) held.over.abort()
      }
    } catch (error) {
      this.#log.warn('The leases of mirrors could not be renewed.', { error: describeError(error) })
      for (const held of all) if (performance.now() - held.renewedAt > WITHOUT_STORE_MS) held.over.abort()
    }
    this.#timer = this.#held.size > 0 ? setTimeout(() => this.#renew(), RENEW_MS) : undefined
  }
}
