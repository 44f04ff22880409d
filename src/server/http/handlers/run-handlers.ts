import { ROUTES } from '../../../contract/routes.ts'
import { isAllowed } from '../../../core/catalog/permissions.ts'
import { RUN_LIMITS } from '../../../core/catalog/run-limits.ts'
import { isFinal, statusesOf } from '../../../core/catalog/run-states.ts'
import { invalid, notFound, RequestError } from '../../domain/request-error.ts'
import { runReceipt } from '../../domain/runs/receipt.ts'
import { openRowChanges } from '../../domain/runs/row-changes.ts'
import type { StartRun } from '../../domain/runs/start-run.ts'
import { PERIOD_LENGTHS } from '../../store/dashboard/period-lengths.ts'
import type { Database } from '../../store/database/database.ts'
import { findFlow } from '../../store/flows/flows.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { listRejectedRows, listRejectedStreams } from '../../store/runs/rejected-rows.ts'
import { findRowChanges } from '../../store/runs/row-changes.ts'
import { isSnapshot } from '../../store/runs/run-changes.ts'
import { type LogLineRow, listLogLines } from '../../store/runs/run-log.ts'
import {
  findRun,
  type ListedRunRow,
  listRuns,
  type RunFilter,
  type RunRow,
  type RunStreamRow,
  requestCancel,
} from '../../store/runs/runs.ts'
import { openRejectedFields } from '../../vault/sealed-rows.ts'
import type { Vault } from '../../vault/vault.ts'
import { authorize } from '../authorize.ts'
import type { OpenEventStream } from '../events/event-streams.ts'
import { makeOrganizationStreams } from '../events/organization-streams.ts'
import type { RunFeed } from '../events/run-feed.ts'
import { eventBytes } from '../events/server-sent-events.ts'
import { makeStreamNews } from '../events/stream-news.ts'
import { watchRun } from '../events/watch-run.ts'
import type { Handlers } from '../handler.ts'
import { attemptsToWire, errorToWire } from './run-error-to-wire.ts'

interface Deps {
  readonly database: Database
  readonly feed: RunFeed
  readonly vault: Vault
  readonly startRun: StartRun
  readonly openEventStream: OpenEventStream
}

const PAGE = 50
const LOG_PAGE = 500
const REJECTED_PAGE = 100

export function runHandlers({ database, feed, vault, startRun, openEventStream }: Deps) {
  const organizationStreams = makeOrganizationStreams({
    database,
    feed,
    toWire: runToWire,
    mayWatch: (roles) => isAllowed(roles, ROUTES.watchOrganization.access),
  })

  const requireRun = async (organizationId: string, runId = ''): Promise<RunRow> => {
    const run = await database.inOrganization(organizationId, (query) => findRun(query, organizationId, runId))
    if (!run) throw notFound()
    return run
  }

  const pageOfRuns = async (organizationId: string, filter: Omit<RunFilter, 'limit'>) => {
    const rows = await database.inOrganization(organizationId, (query) =>
      listRuns(query, organizationId, { ...filter, limit: PAGE }),
    )
    return { runs: rows.map(runToWire), next_cursor: rows.length === PAGE ? rows.at(-1)?.id : null }
  }

  return {
    listRuns: async ({ member: { organizationId }, query: { state, flow, trigger, dry, period, from, to, cursor } }) =>
      pageOfRuns(organizationId, {
        statuses: state && statusesOf(state),
        flowId: flow,
        trigger,
        dry,
        period: period && PERIOD_LENGTHS[period],
        from,
        to,
        after: cursor,
      }),

    listFlowRuns: async ({ member: { organizationId }, params, query: { cursor } }) => {
      const flowId = params['flowId'] ?? ''
      if (!(await database.inOrganization(organizationId, (query) => findFlow(query, organizationId, flowId))))
        throw notFound()
      return pageOfRuns(organizationId, { flowId, after: cursor })
    },

    getRun: async ({ member: { organizationId }, params }) => {
      const run = await requireRun(organizationId, params['runId'])
      const { sourceConnectionId, destinationConnectionId, config } = run.flow_snapshot
      const flow = {
        source_connection_id: sourceConnectionId,
        destination_connection_id: destinationConnectionId,
        config,
      }
      return { ...runToWire(run), flow }
    },

    getRunLog: async ({ member: { organizationId }, params, query: { cursor, level, q } }) => {
      const after = Number(cursor ?? 0)
      if (!Number.isSafeInteger(after)) throw invalid('cursor is not one that this call gave out', 'cursor')
      const run = await requireRun(organizationId, params['runId'])
      const rows = await database.inOrganization(organizationId, (query) =>
        listLogLines(query, organizationId, run.id, { after, level, text: q, limit: LOG_PAGE }),
      )
      return { lines: rows.map(lineToWire), next_cursor: rows.length === LOG_PAGE ? String(rows.at(-1)?.id) : null }
    },

    listRejectedRows: async ({ member: { organizationId }, params, query: { entity: wanted, cursor } }) => {
      const after = Number(cursor ?? 0)
      if (!Number.isSafeInteger(after)) throw invalid('cursor is not one that this call gave out', 'cursor')
      const { id: runId } = await requireRun(organizationId, params['runId'])
      return database.inOrganization(organizationId, async (query) => {
        const streams = await listRejectedStreams(query, organizationId, runId)
        const stream = streams.find(({ entity }) => entity === (wanted ?? entity))
        if (!stream) return { columns: [], rows: [], next_cursor: null }
        const page = { runId, entity: stream.entity, after, limit: REJECTED_PAGE }
        const rows = await listRejectedRows(query, organizationId, page)
        return {
          columns: stream.columns.map(({ name, type }) => ({ name, type })),
          rows: rows.map(({ row_number: row, column_name: column, rule, sealed }) => ({
            row,
            column,
            rule,
            values: [...openRejectedFields(vault, { organizationId, runId }, sealed)],
          })),
          next_cursor: rows.length === REJECTED_PAGE ? String(rows.at(-1)?.id) : null,
        }
      })
    },

    getRunReceipt: async ({ member: { organizationId }, params }) =>
      runReceipt(await requireRun(organizationId, params['runId'])),

    listRowChanges: async ({ member: { organizationId }, params, query: { entity } }) => {
      const { id: runId } = await requireRun(organizationId, params['runId'])
      const sealed = await database.inOrganization(organizationId, (query) =>
        findRowChanges(query, organizationId, runId, entity),
      )
      if (!sealed) return { columns: [], rows: [] }
      const { columns, rows, message } = openRowChanges(vault, { organizationId, runId }, sealed)
      return {
        columns: [...columns],
        rows: [...rows],
        ...(message && { message: { ...message, to: [...message.to] } }),
      }
    },

    replayRun: async ({ member: { organizationId }, principal, params }) => {
      const run = await requireRun(organizationId, params['runId'])
      const streams = await database.inOrganization(organizationId, (query) =>
        listRejectedStreams(query, organizationId, run.id),
      )
      // What a dry run rejected was not to be written, and what it let pass was not either.
      if (streams.length === 0 || run.flow_snapshot.dry) throw nothingToReplay()
      const started = await startRun({
        organizationId,
        flowId: run.flow_id,
        trigger: 'person',
        by: { person: principal, action: 'run.replayed', earlierRunId: run.id },
        replayOf: run.id,
      })
      return { run_id: started.id }
    },

    retryRun: async ({ member: { organizationId }, principal, params }) => {
      const run = await requireRun(organizationId, params['runId'])
      const only = isFinal(run.status) ? run.streams.filter(hasNotArrived).map(({ entity }) => entity) : []
      if (only.length === 0) throw nothingToRetry()
      const started = await startRun({
        organizationId,
        flowId: run.flow_id,
        trigger: 'person',
        by: { person: principal, action: 'run.retried', earlierRunId: run.id },
        only,
        dry: run.flow_snapshot.dry ?? false,
      })
      return { run_id: started.id }
    },

    cancelRun: async ({ member: { organizationId }, principal, params }) => {
      const run = await requireRun(organizationId, params['runId'])
      await database.inOrganization(organizationId, async (query) => {
        await requestCancel(query, organizationId, run.id)
        await recordAudit(query, organizationId, principal, {
          action: 'run.cancelled',
          id: run.id,
          name: run.flow_name,
        })
      })
      return runToWire(await requireRun(organizationId, run.id))
    },

    watchRun: async ({ member: { organizationId }, principal, params, request }) => {
      const { id: runId } = await requireRun(organizationId, params['runId'])
      let lastLine = lastLineOf(request)
      const newsOf = makeStreamNews()
      return openEventStream(request, principal, (sink) =>
        watchRun(feed, {
          organizationId,
          runId,
          sink,
          recheck: () => authorize(database, principal, organizationId, 'run.read'),
          send: () =>
            database.inOrganization(organizationId, async (query) => {
              const run = await findRun(query, organizationId, runId)
              if (!run) return true
              const lines = await listLogLines(query, organizationId, runId, { after: lastLine, limit: LOG_PAGE })
              for (const line of lines) {
                lastLine = line.id
                sink.send(eventBytes('log', lineToWire(line), String(line.id)))
              }
              const news = newsOf(run)
              const told = news ? { ...run, streams: null } : run
              const changed = news && { changed_streams: streamsToWire(news, run) }
              sink.send(eventBytes('run', { ...runToWire(told), ...changed }))
              return isFinal(run.status) && lines.length < LOG_PAGE
            }),
        }),
      )
    },

    watchOrganization: async ({ member: { organizationId }, principal, request }) => {
      const id = request.headers.get('last-event-id') ?? ''
      const since = isSnapshot(id) ? id : undefined
      return openEventStream(request, principal, (sink) =>
        organizationStreams.join(organizationId, { uid: principal.uid, since, sink }),
      )
    },
  } satisfies Partial<Handlers>
}

const hasNotArrived = ({ status }: RunRow['streams'][number]) => status === 'failed' || status === 'cancelled'

const nothingToRetry = () =>
  new RequestError(
    409,
    'NOTHING_TO_RETRY',
    'No table of this run has failed, or the run is not over. Run the flow instead.',
  )

const nothingToReplay = () =>
  new RequestError(
    409,
    'NOTHING_TO_REPLAY',
    'No rejected rows of this run are kept: they were sent again already, or are older than 14 days.',
  )

const lastLineOf = (request: Request): number => {
  const id = Number(request.headers.get('last-event-id') ?? 0)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}

const streamsToWire = (
  streams: readonly RunStreamRow[],
  { flow_snapshot: flow }: Pick<ListedRunRow, 'flow_snapshot'>,
) => streams.map(({ error, ...stream }) => ({ ...stream, ...(error && { error: errorToWire(error, flow) }) }))

const runToWire = (row: ListedRunRow) => ({
  id: row.id,
  flow_id: row.flow_id,
  flow_name: row.flow_name,
  flow_version: row.flow_version,
  status: row.status,
  trigger: row.trigger,
  triggered_by: row.triggered_by === null ? null : { uid: row.triggered_by, name: row.triggered_by_name },
  scheduled_for: row.scheduled_for?.toISOString() ?? null,
  attempt: row.attempt,
  dry: row.flow_snapshot.dry === true,
  queued_at: row.queued_at.toISOString(),
  ...(row.waiting && { waiting: { ...row.waiting, allowed: RUN_LIMITS.active } }),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  cancel_requested: row.cancel_requested_at !== null,
  rows_written: row.totals.rows_written,
  error: row.error && errorToWire(row.error, row.flow_snapshot),
  totals: row.totals,
  ...(row.streams && { streams: streamsToWire(row.streams, row) }),
  ...attemptsToWire(row),
})

const lineToWire = ({ at, ...line }: LogLineRow) => ({ ...line, at: at.toISOString() })
