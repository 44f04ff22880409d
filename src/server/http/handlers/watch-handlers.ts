import { ROUTES } from '../../../contract/routes.ts'
import { isAllowed } from '../../../core/catalog/permissions.ts'
import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import { authorize } from '../../domain/members/member.ts'
import { makeReadRunNews } from '../../domain/runs/read-run-news.ts'
import { readRun } from '../../domain/runs/read-runs.ts'
import type { Database } from '../../store/database/database.ts'
import { isSnapshot } from '../../store/database/snapshot.ts'
import type { OpenEventStream } from '../events/event-streams.ts'
import type { FlowPresence } from '../events/flow-presence.ts'
import { makeOrganizationStreams } from '../events/organization-streams.ts'
import type { RunFeed } from '../events/run-feed.ts'
import { type EventSink, eventBytes } from '../events/server-sent-events.ts'
import { watchRun } from '../events/watch-run.ts'
import type { Handlers } from '../handler.ts'
import { lineToWire, runToWire, streamsToWire } from '../wire/run-to-wire.ts'

interface Deps {
  readonly database: Database
  readonly feed: RunFeed
  readonly presence: FlowPresence
  readonly openEventStream: OpenEventStream
}

/** Number of log lines that are sent at once. */
const LINES = 500

export function watchHandlers({ database, feed, presence, openEventStream }: Deps) {
  const organizationStreams = makeOrganizationStreams({
    database,
    feed,
    toWire: runToWire,
    mayWatch: (roles) => isAllowed(roles, ROUTES.watchOrganization.access),
  })

  return {
    watchRun: async ({ member: { organizationId }, principal, params, request }) => {
      const { id: runId } = await readRun(database, organizationId, params['runId'] ?? '')
      const watched = { organizationId, runId, lastLine: lastLineOf(request) }
      const sendNews = makeSendNews(database, watched)
      return openEventStream(request, principal, (sink) =>
        watchRun(feed, {
          organizationId,
          runId,
          sink,
          recheck: () => authorize(database, principal, organizationId, 'run.read'),
          send: () => sendNews(sink),
        }),
      )
    },

    watchOrganization: async ({ member: { organizationId }, principal, request, query: { flow: flowId } }) => {
      const id = request.headers.get('last-event-id') ?? ''
      const since = isSnapshot(id) ? id : undefined
      return openEventStream(request, principal, (sink) => {
        // A program has no face.
        if (flowId !== undefined && !principal.service) {
          presence.enter({ organizationId, flowId }, { uid: principal.uid, sink })
        }
        return organizationStreams.join(organizationId, { uid: principal.uid, since, sink })
      })
    },
  } satisfies Partial<Handlers>
}

interface WatchedRun {
  readonly organizationId: string
  readonly runId: string
  /** The last line that the watcher has seen. */
  readonly lastLine: number
}

/** Sends what a watcher has not seen of a run. @returns whether no more changes will follow */
function makeSendNews(database: Database, { organizationId, runId, ...seen }: WatchedRun) {
  let { lastLine } = seen
  const readNews = makeReadRunNews(database, organizationId, runId)
  return async (sink: EventSink): Promise<boolean> => {
    const known = await readNews({ after: lastLine, limit: LINES })
    if (!known) return true
    const { run, streams, areAll, lines } = known
    for (const line of lines) {
      lastLine = line.id
      sink.send(eventBytes('log', lineToWire(line), String(line.id)))
    }
    const changed = !areAll && { changed_streams: streamsToWire(streams, run) }
    sink.send(eventBytes('run', { ...runToWire({ ...run, streams: areAll ? streams : null }), ...changed }))
    return isFinal(run.status) && lines.length < LINES
  }
}

const lastLineOf = (request: Request): number => {
  const id = Number(request.headers.get('last-event-id') ?? 0)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}
