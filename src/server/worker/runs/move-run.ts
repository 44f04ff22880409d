import type { ColumnOrigin } from '../../../core/catalog/assistants/withheld-columns.ts'
import { isByConsent } from '../../../core/catalog/connections/integration-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { isDry, RUN_KINDS } from '../../../core/catalog/runs/run-kinds.ts'
import { executeSqlAfter } from '../../../engine/move/execute-sql-after.ts'
import { move } from '../../../engine/move/move.ts'
import type { RangePlan } from '../../../engine/move/ranges/range-plan.ts'
import type { EventOf, MoveEvent, MoveEvents } from '../../../engine/move/run/move-events.ts'
import type { MoveResult } from '../../../engine/move/run/move-request.ts'
import { verify } from '../../../engine/move/verify/verify.ts'
import type { Dialler } from '../../../engine/ports/dialler.ts'
import type { VendorAccess } from '../../../engine/ports/vendors.ts'
import type { StepProcesses } from '../../../engine/step-process/step-processes.ts'
import { makeAllowance } from '../../domain/budgets/make-allowance.ts'
import { makeKeptAnswers } from '../../domain/budgets/make-kept-answers.ts'
import { budgetOf } from '../../domain/budgets/refuse-spent.ts'
import { settleRows } from '../../domain/budgets/settle-rows.ts'
import { accountOf } from '../../domain/connections/account-of.ts'
import { type OpenedConnection, openEndpoint } from '../../domain/connections/open-endpoint.ts'
import { loadStreamStates } from '../../domain/flows/load-stream-states.ts'
import { replaySteps, requestReplay, requestStreams } from '../../domain/flows/request-streams.ts'
import type { ConfirmConsent } from '../../domain/integrations/confirm-consent.ts'
import { makeCheckRows } from '../../domain/runs/check-rows.ts'
import type { OriginsOf } from '../../domain/runs/origins-of-run.ts'
import { makeRowChanges } from '../../domain/runs/row-changes.ts'
import type { Log } from '../../host/log.ts'
import type { Tracer } from '../../host/tracing.ts'
import type { Database } from '../../store/database/database.ts'
import { findHeldMirrors } from '../../store/mirrors/mirrors.ts'
import { findRejectLimits } from '../../store/rejects/reject-limits.ts'
import { listRejectedStreams } from '../../store/rejects/rejected-rows.ts'
import { listLaterStreams } from '../../store/runs/later-streams.ts'
import type { RunRow } from '../../store/runs/run-rows.ts'
import { partsOf, type RunWork, tablesOf, type WorkOf } from '../../store/runs/run-work.ts'
import type { Vault } from '../../vault/vault.ts'
import { makeLogProgress } from './log-progress.ts'
import { makeLogStart } from './log-start.ts'
import { makeLogStreams } from './log-streams.ts'
import { openRejectedRows } from './rejected-rows-source.ts'
import { openRunJournal } from './run-journal.ts'
import { makeRunLineage, wantsLineage } from './run-lineage.ts'
import { makeRunOutbox } from './run-outbox.ts'
import { RunProgress } from './run-progress.ts'
import { makeRunRejects } from './run-rejects.ts'
import { makeRunStructure } from './run-structure.ts'
import { makeShareRanges } from './share-ranges.ts'
import { makeShareStreams } from './share-streams.ts'
import { makeSqlHooks } from './sql-hooks.ts'
import { makeTraceStreams } from './trace-run.ts'

export interface MoveRunDeps {
  readonly database: Database
  readonly vault: Vault
  readonly dialler: Dialler
  readonly vendors: VendorAccess
  /** Rejects with instructions for the user if the consent of a connection was withdrawn. */
  readonly confirmConsent: ConfirmConsent['ofConnection']
  readonly log: Log
  readonly tracer: Tracer
  /** Starts the processes for steps. */
  readonly stepProcesses: Pick<StepProcesses, 'open'>
  /** How large tables are split. Absent: in the best way. */
  readonly ranges?: RangePlan
}

/** One attempt of a run, and its findings. */
export type Attempt = Awaited<ReturnType<typeof openAttempt>>

/** @param onLost called when the progress could not be stored because the run has ended or belongs to another worker */
export async function openAttempt({ database, vault, log, tracer }: MoveRunDeps, run: RunRow, onLost: () => void) {
  const { id: runId, organization_id: organizationId, epoch } = run
  const progress = new RunProgress(run)
  const own = { database, organizationId, runId, epoch }
  const origins = new Map<string, readonly ColumnOrigin[]>()
  const originsOf: OriginsOf = (entity) => origins.get(entity)
  const { limits, isLineageWanted } = await database.asSystem(async (query) => {
    // An earlier attempt may have ended without releasing what it had reserved.
    await settleRows(query, run)
    return {
      limits: await findRejectLimits(query, organizationId),
      isLineageWanted: await wantsLineage(query, run),
    }
  })
  const journal = openRunJournal({ database, log, run, progress, onLost })
  return {
    run,
    cancelled: new AbortController(),
    origins,
    progress,
    rejects: makeRunRejects({ ...own, vault, limits, originsOf }),
    changes: makeRowChanges({ ...own, vault, originsOf }),
    structure: makeRunStructure(own),
    traceStream: makeTraceStreams(tracer),
    lineage: makeRunLineage({ ...own, log, isWanted: isLineageWanted }),
    checkRows: makeCheckRows({ ...own, vault, originsOf }),
    journal,
    logStart: makeLogStart(journal, run),
    logStream: makeLogStreams(journal, {
      isDry: isDry(run.work.kind),
      steps: run.flow_snapshot.config.transformations,
    }),
    logProgress: makeLogProgress(journal, run.work.kind),
  }
}

/**
 * Does the work of one attempt. @param locksOut instead, it only locks out earlier attempts
 * @throws ConnectorError, RequestError, VaultError, or the signal's reason
 */
export async function moveRun(
  deps: MoveRunDeps,
  attempt: Attempt,
  signal: AbortSignal,
  locksOut?: true,
): Promise<Pick<MoveResult, 'isStructureLeft' | 'isSqlAfterLeft'>> {
  const { run, journal } = attempt
  const { work, flow_snapshot: flow } = run
  const context = contextOf(deps, attempt, signal)
  if (!locksOut) await logCertainStart(attempt, context)
  const sql = await makeSqlHooks(deps.database, run, (line) => journal.log('info', line, { origin: 'destination' }))
  const copiesStructure = flow.config.structure === 'all' && work.kind !== 'replay' && !partsOf(work)
  const onEvent = (event: MoveEvent) => keepEvent(attempt, event)
  const opened = { ...(await openWork(deps, attempt)), stepProcesses: deps.stepProcesses, context, onEvent }
  const moveRows = () =>
    move({ ...opened, ...howToMove(deps, attempt, signal), copiesStructure, ...defined({ sql, locksOut }) })
  switch (work.kind) {
    case 'compare':
      return verify(opened)
    case 'after-rows':
      if (copiesStructure) return moveRows()
      if (sql) await executeSqlAfter({ destination: opened.destination, context, sql })
      return {}
    case 'move':
    case 'dry-run':
    case 'backfill':
    case 'replay':
    case 'send-differing':
      return moveRows()
  }
}

/** A budget may refuse the others. */
async function logCertainStart({ run, logStart }: Attempt, { allowance }: ReturnType<typeof contextOf>): Promise<void> {
  const isRefusable = run.work.kind !== 'compare' && run.work.kind !== 'after-rows'
  if (!isRefusable || Object.keys(await allowance.left()).length === 0) logStart()
}

function howToMove({ database, log, ranges }: MoveRunDeps, { run, cancelled, rejects }: Attempt, signal: AbortSignal) {
  const { id: runId, organization_id: organizationId, flow_id: flowId, epoch, work } = run
  const only = tablesOf(work)
  const sharing = { database, log, organizationId, runId, epoch }
  return {
    rejects,
    dry: isDry(work.kind),
    ...defined({ ranges }),
    rangeSharing: makeShareRanges(sharing),
    ...defined({ only, streamSharing: work.kind === 'move' ? makeShareStreams(sharing, signal) : undefined }),
    isHandedOver: () => !cancelled.signal.aborted,
    fence: { flowId, runId, epoch: BigInt(epoch) },
  }
}

function contextOf({ database, vault, dialler, vendors }: MoveRunDeps, { run, journal }: Attempt, signal: AbortSignal) {
  const { id: runId, organization_id: organizationId, flow_id: flowId, epoch, flow_snapshot: flow } = run
  return {
    signal,
    dialler,
    vendors,
    heldMirrors: (flowIds: readonly string[]) => database.asSystem((query) => findHeldMirrors(query, flowIds)),
    answers: makeKeptAnswers({ database, vault, organizationId }),
    allowance: makeAllowance({
      database,
      organizationId,
      flowId,
      runId,
      budget: budgetOf(flow.config.budget),
      log: (message) => journal.log('warning', message),
    }),
    run: {
      flowName: run.flow_name,
      startedAt: run.started_at ?? run.queued_at,
      outbox: makeRunOutbox(database, runId, epoch),
    },
  }
}

/** The handler of each kind of event. */
const KEPT: { readonly [Kind in keyof MoveEvents]: (attempt: Attempt, event: EventOf<Kind>) => void } = {
  begun: ({ logStart }) => logStart(),
  log: ({ journal }, event) => journal.log(event.level, event.message, event),
  columns: ({ run: { work }, progress }, { entity, columns: source, target }) => {
    if (reportsColumns(work))
      progress.setColumns(entity, defined({ isKept: RUN_KINDS[work.kind].movesPosition, source, target }))
  },
  servers: ({ progress }, { kind: _, ...servers }) => progress.setServers(servers),
  account: ({ progress }, { side, account }) => progress.signIn(side, account),
  'dry-run': ({ changes }, { entity, result }) => changes.keep(entity, result),
  estimate: ({ changes }, { destination }) => changes.estimate(destination),
  'predicted-refusal': ({ changes, progress }, { refusal }) => {
    changes.refuse(refusal)
    progress.refuse()
  },
  lineage: ({ run, origins, lineage: kept }, { lineage }) => {
    // Rows that are sent again come from no table, and may have passed the steps already.
    if (run.work.kind !== 'replay') origins.set(lineage.entity, lineage.columns)
    kept.keep(lineage)
  },
  structure: ({ structure }, { objects }) => structure.keep(objects),
  'check-rows': ({ checkRows }, event) => checkRows.keep(event),
  planned: ({ progress, logStream, logProgress }, event) => {
    progress.apply(event)
    logStream(event)
    logProgress.apply(event)
  },
  progress: ({ progress, traceStream, logStream, logProgress }, event) => {
    traceStream(event.stream)
    progress.apply(event)
    logStream(event)
    logProgress.apply(event)
  },
}

const keepEvent = <Kind extends keyof MoveEvents>(attempt: Attempt, event: EventOf<Kind>): void =>
  KEPT[event.kind](attempt, event)

/** A dry run also reports which columns have changed; a dry run of a file has no earlier runs. */
const reportsColumns = (work: RunWork): boolean =>
  RUN_KINDS[work.kind].movesPosition || (work.kind === 'dry-run' && !work.draft)

/** Source and destination of a run, and the streams to move between them. */
async function openWork({ database, vault, confirmConsent }: MoveRunDeps, { run, progress, lineage }: Attempt) {
  const { organization_id: organizationId, work, flow_snapshot: flow } = run
  const { described, ...recalled } = await database.asSystem((query) => loadStreamStates(query, run))
  if (reportsColumns(run.work)) progress.setDescribed(described)
  const open = async (side: 'source' | 'destination', connectionId: string) => {
    const opened = await database.asSystem((query) => openEndpoint(query, vault, organizationId, connectionId))
    progress.signIn(side, accountOf(opened.endpoint))
    lineage.name(side, connectionId, opened)
    if (isByConsent(opened.endpoint.integration)) await confirmConsent(organizationId, connectionId)
    return opened
  }
  const destination = await open('destination', flow.destinationConnectionId)
  if (work.kind === 'replay') return { ...(await openReplay({ database, vault }, run, work, destination)), destination }
  return {
    source: await open('source', flow.sourceConnectionId),
    streams: requestStreams(flow.config.streams, work),
    ...recalled,
    transformations: { steps: flow.config.transformations, salt: vault.saltOf(organizationId) },
    destination,
  }
}

async function openReplay(
  { database, vault }: Pick<MoveRunDeps, 'database' | 'vault'>,
  { id: runId, organization_id: organizationId, flow_snapshot: flow }: RunRow,
  { of, mends }: WorkOf<'replay'>,
  { connector, endpoint }: OpenedConnection,
) {
  const replayId = mends && runId
  const rejected = await database.asSystem((query) => listRejectedStreams(query, organizationId, of, replayId))
  const later = await database.asSystem((query) => listLaterStreams(query, of))
  const openSource = () => openRejectedRows({ database, vault, organizationId, runId: of, replayId })
  return {
    source: { connector: { type: connector.type, openSource }, endpoint },
    streams: requestReplay(rejected, flow.config.streams, mends, later),
    only: rejected.map(({ entity }) => entity),
    transformations: {
      steps: replaySteps(rejected, flow.config.transformations),
      salt: vault.saltOf(organizationId),
      areSingleRows: true,
    },
  }
}
