import { readRoles } from '../../domain/members/member.ts'
import { readRunChanges } from '../../domain/runs/read-run-changes.ts'
import type { Database } from '../../store/database/database.ts'
import type { Listening } from '../../store/database/notifications.ts'
import type { ListedRunRow } from '../../store/runs/run-rows.ts'
import type { Change, RunFeed } from './run-feed.ts'
import { type EventSink, eventBytes } from './server-sent-events.ts'

export interface Reader {
  readonly uid: string
  /** The snapshot up to which it has seen everything; nothing for a new reader. */
  readonly since: string | undefined
  readonly sink: EventSink
}

export interface OrganizationStreams {
  /** Settles when the reader has left, or may no longer read; rejects when the store does not answer. */
  join(organizationId: string, reader: Reader): Promise<void>
}

interface Options {
  readonly database: Database
  readonly feed: RunFeed
  readonly toWire: (run: ListedRunRow) => unknown
  /** Whether a person with these roles may watch. */
  readonly mayWatch: (roles: readonly string[]) => boolean
}

/** A stream outlives the call that opened it, so its permission is checked again: a removal takes effect within 5 s. */
const RECHECK_MS = 4_000

/** A process that is killed may have changed something and told nobody: of so many times, runs are looked at once. */
const LOOK_EVERY = 5

/** Changes within this time are sent together. */
const SHORTEST_PAUSE_MS = 50

/** A reader that has missed more than this loads its page again. */
const MAX_RUNS = 500

/** As with runs: a reader with more than this loads everything again. */
const MAX_CHANGES = 100

/**
 * The changes in organizations for all watching readers: whatever their number is, each change is read once, written once, and sent
 * to all of them. The pause between two rounds is at least as long as a round, so that watching never uses more than half a core.
 */
export function makeOrganizationStreams(options: Options): OrganizationStreams {
  const streams = new Map<string, OrganizationStream>()
  return {
    join: (organizationId, reader) => {
      const onEmpty = () => void streams.delete(organizationId)
      const stream = streams.get(organizationId) ?? new OrganizationStream({ ...options, organizationId, onEmpty })
      streams.set(organizationId, stream)
      return stream.join(reader)
    },
  }
}

interface Seat {
  readonly reader: Reader
  readonly leave: (error?: unknown) => void
  /** Whether it has seen the same as the others; until then it gets a separate round. */
  isUpToDate: boolean
}

class OrganizationStream {
  readonly #options: Options & { readonly organizationId: string; readonly onEmpty: () => void }
  readonly #seats = new Set<Seat>()
  readonly #listening: Listening
  readonly #rechecking: NodeJS.Timeout
  /** The snapshot of all readers that are up to date. */
  #seen: string | undefined
  /** The changes as they are sent: the same change is sent once per round. */
  #changes = new Set<string>()
  /** Missed notifications may have been about anything. */
  #isStale = false
  #isChanged = false
  #isPumping = false
  #rechecks = 0

  constructor(options: Options & { readonly organizationId: string; readonly onEmpty: () => void }) {
    this.#options = options
    this.#listening = options.feed.subscribe(options.organizationId, (change) => this.#receive(change))
    this.#rechecking = setInterval(() => void this.#recheck(), RECHECK_MS)
  }

  join(reader: Reader): Promise<void> {
    return new Promise((resolve, reject) => {
      const seat: Seat = {
        reader,
        isUpToDate: false,
        leave: (error) => {
          if (this.#seats.delete(seat) && this.#seats.size === 0) this.#close()
          if (error) reject(error)
          else resolve()
        },
      }
      this.#seats.add(seat)
      reader.sink.closed.addEventListener('abort', () => seat.leave(), { once: true })
      if (reader.sink.closed.aborted) seat.leave()
      else void this.#pump()
    })
  }

  #close(): void {
    this.#listening.end()
    clearInterval(this.#rechecking)
    this.#options.onEmpty()
  }

  #receive(change: Change | undefined): void {
    if (change?.isLogOnly) return
    if (change?.changed) this.#changes.add(JSON.stringify(change.changed))
    if (!change) this.#isStale = true
    this.#isChanged = true
    void this.#pump()
  }

  async #pump(): Promise<void> {
    if (this.#isPumping) return
    this.#isPumping = true
    await this.#listening.ready
    while (this.#isChanged || [...this.#seats].some(({ isUpToDate }) => !isUpToDate)) {
      const began = performance.now()
      await this.#round()
      const pause = Math.max(SHORTEST_PAUSE_MS, performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
    this.#isPumping = false
  }

  async #round(): Promise<void> {
    this.#isChanged = false
    const newcomers = [...this.#seats].filter(({ isUpToDate }) => !isUpToDate)
    const changes = this.#takeChanges()
    try {
      const { until, runs, missed } = await readRunChanges(this.#options.database, this.#options.organizationId, {
        since: this.#seen,
        newcomers: newcomers.map(({ reader }) => reader.since),
        limit: MAX_RUNS,
      })
      const events = [...changes, ...this.#eventsOf(runs, until)]
      const welcomes = new Map(Array.from(missed, ([since, own]) => [since, this.#welcome(own, until)]))
      this.#seen = until
      for (const { reader, isUpToDate } of [...this.#seats]) {
        if (isUpToDate) for (const bytes of events) reader.sink.send(bytes)
      }
      for (const seat of newcomers) {
        seat.isUpToDate = true
        for (const bytes of welcomes.get(seat.reader.since) ?? []) seat.reader.sink.send(bytes)
      }
    } catch (error) {
      // They return and resume where they stopped.
      for (const { leave } of [...this.#seats]) leave(error)
    }
  }

  /** Sends the id for resuming even while nothing happens. */
  #welcome(missed: readonly ListedRunRow[], until: string): readonly Uint8Array[] {
    return [eventBytes('hello', {}, missed.length === 0 ? until : undefined), ...this.#eventsOf(missed, until)]
  }

  /** Other changes than runs, sent once. */
  #takeChanges(): readonly Uint8Array[] {
    const [changes, isStale] = [this.#changes, this.#isStale]
    this.#changes = new Set()
    this.#isStale = false
    if (isStale || changes.size > MAX_CHANGES) return [eventBytes('stale', {})]
    return Array.from(changes, (change) => eventBytes('change', JSON.parse(change)))
  }

  #eventsOf(runs: readonly ListedRunRow[], until: string): readonly Uint8Array[] {
    if (runs.length > MAX_RUNS) return [eventBytes('stale', {}, until)]
    // Only the last event has the id for resuming: a reader that loses the connection before it gets all of them again.
    const isLast = (at: number) => at === runs.length - 1
    return runs.map((run, at) => eventBytes('run', this.#options.toWire(run), isLast(at) ? until : undefined))
  }

  async #recheck(): Promise<void> {
    const { database, organizationId, mayWatch } = this.#options
    const uids = Array.from(this.#seats, ({ reader }) => reader.uid)
    this.#rechecks += 1
    if (this.#rechecks % LOOK_EVERY === 0) {
      this.#isChanged = true
      void this.#pump()
    }
    try {
      const roles = await readRoles(database, organizationId, uids)
      for (const { reader, leave } of [...this.#seats]) if (!mayWatch(roles.get(reader.uid) ?? [])) leave()
    } catch (error) {
      for (const { leave } of [...this.#seats]) leave(error)
    }
  }
}
