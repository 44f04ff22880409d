import type { Database } from '../../store/database/database.ts'
import { listRolesOf } from '../../store/organizations/members.ts'
import { currentSnapshot, listChangedRuns, listRecentRuns } from '../../store/runs/run-changes.ts'
import type { ListedRunRow } from '../../store/runs/runs.ts'
import type { Change, RunFeed } from './run-feed.ts'
import { type EventSink, eventBytes } from './server-sent-events.ts'

export interface Reader {
  readonly uid: string
  /** The snapshot that it has seen everything of; nothing for one that is new. */
  readonly since: string | undefined
  readonly sink: EventSink
}

export interface OrganizationStreams {
  /** Settles when the reader has gone, or may no longer read; rejects when the store does not answer. */
  join(organizationId: string, reader: Reader): Promise<void>
}

interface Options {
  readonly database: Database
  readonly feed: RunFeed
  readonly toWire: (run: ListedRunRow) => unknown
  /** Whether somebody with these roles may watch. */
  readonly mayWatch: (roles: readonly string[]) => boolean
}

/** A stream outlives the call that opened it, so the right to it is asked for again: removal takes effect within 5 s. */
const RECHECK_MS = 4_000

/** Changes that come closer together are told together. */
const SHORTEST_PAUSE_MS = 50

/** Whoever has missed more than this loads its page again. */
const MOST_RUNS = 500

/**
 * What happens in organizations, for all who watch: however many they are, each change is read once, written once, and handed
 * to all of them. Between two rounds lies at least as long as a round takes, so that watchers never get more than half a core.
 */
export function makeOrganizationStreams(options: Options): OrganizationStreams {
  const streams = new Map<string, ReturnType<typeof openStream>>()
  return {
    join: (organizationId, reader) => {
      const close = () => void streams.delete(organizationId)
      const stream = streams.get(organizationId) ?? openStream(options, organizationId, close)
      streams.set(organizationId, stream)
      return stream.join(reader)
    },
  }
}

interface Seat {
  readonly reader: Reader
  readonly leave: (error?: unknown) => void
  /** Whether it has seen what all have seen; until then it gets a round of its own. */
  isUpToDate: boolean
}

function openStream({ database, feed, toWire, mayWatch }: Options, organizationId: string, onEmpty: () => void) {
  const seats = new Set<Seat>()
  /** What all have seen that are up to date. */
  let seen: string | undefined
  let lateFlows = new Set<string>()
  let isChanged = false
  let isPumping = false

  const tellOf = (
    runs: readonly ListedRunRow[],
    until: string,
    flowIds: Iterable<string> = [],
  ): readonly Uint8Array[] => {
    const flows = Array.from(flowIds, (id) => eventBytes('flow', { id }))
    if (runs.length > MOST_RUNS) return [...flows, eventBytes('stale', {}, until)]
    // The last alone says where to go on: who loses the connection in between gets all of them again.
    return [
      ...flows,
      ...runs.map((run, at) => eventBytes('run', toWire(run), at === runs.length - 1 ? until : undefined)),
    ]
  }

  const round = async () => {
    isChanged = false
    const newcomers = [...seats].filter(({ isUpToDate }) => !isUpToDate)
    const flowIds = lateFlows
    lateFlows = new Set()
    try {
      const { until, events, welcomes } = await database.inOrganization(organizationId, async (query) => {
        const until = await currentSnapshot(query)
        const since = seen
        const runs =
          since === undefined ? [] : await listChangedRuns(query, organizationId, { since, until }, MOST_RUNS + 1)
        // Those who come back after a restart have mostly stopped at the same place.
        const welcomes = new Map<string | undefined, readonly Uint8Array[]>()
        for (const { since } of newcomers.map(({ reader }) => reader)) {
          if (welcomes.has(since)) continue
          const missed =
            since === undefined
              ? await listRecentRuns(query, organizationId, until, MOST_RUNS)
              : await listChangedRuns(query, organizationId, { since, until }, MOST_RUNS + 1)
          // Names the place to go on from even while nothing happens.
          const hello = eventBytes('hello', {}, missed.length === 0 ? until : undefined)
          welcomes.set(since, [hello, ...tellOf(missed, until)])
        }
        return { until, events: tellOf(runs, until, flowIds), welcomes }
      })
      seen = until
      for (const { reader, isUpToDate } of [...seats]) {
        if (isUpToDate) for (const bytes of events) reader.sink.send(bytes)
      }
      for (const seat of newcomers) {
        seat.isUpToDate = true
        for (const bytes of welcomes.get(seat.reader.since) ?? []) seat.reader.sink.send(bytes)
      }
    } catch (error) {
      // They come back, and go on where they stopped.
      for (const { leave } of [...seats]) leave(error)
    }
  }

  const pump = async () => {
    if (isPumping) return
    isPumping = true
    while (isChanged || [...seats].some(({ isUpToDate }) => !isUpToDate)) {
      const began = performance.now()
      await round()
      const pause = Math.max(SHORTEST_PAUSE_MS, performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
    isPumping = false
  }

  const recheck = async () => {
    const uids = Array.from(seats, ({ reader }) => reader.uid)
    try {
      const known = await database.inOrganization(organizationId, (query) => listRolesOf(query, organizationId, uids))
      const roles = new Map(known.map((member) => [member.user_uid, member.roles]))
      for (const { reader, leave } of [...seats]) if (!mayWatch(roles.get(reader.uid) ?? [])) leave()
    } catch (error) {
      for (const { leave } of [...seats]) leave(error)
    }
  }

  const hear = (change: Change | undefined) => {
    if (change?.isLogOnly) return
    if (change?.flowId !== undefined) lateFlows.add(change.flowId)
    isChanged = true
    void pump()
  }
  const unsubscribe = feed.subscribe(organizationId, hear)
  const rechecking = setInterval(() => void recheck(), RECHECK_MS)

  const join = (reader: Reader): Promise<void> =>
    new Promise((resolve, reject) => {
      const seat: Seat = {
        reader,
        isUpToDate: false,
        leave: (error) => {
          if (seats.delete(seat) && seats.size === 0) {
            unsubscribe()
            clearInterval(rechecking)
            onEmpty()
          }
          if (error) reject(error)
          else resolve()
        },
      }
      seats.add(seat)
      reader.sink.closed.addEventListener('abort', () => seat.leave(), { once: true })
      if (reader.sink.closed.aborted) seat.leave()
      else void pump()
    })

  return { join }
}
