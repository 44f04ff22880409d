import type { ColumnOrigin } from '../../../core/catalog/assistants/withheld-columns.ts'
import { isByConsent } from '../../../core/catalog/connections/integration-types.ts'
import { executeSqlAfter } from '../../../engine/move/execute-sql-after.ts'
import { type MoveEvent, type MoveResult, move } from '../../../engine/move/move.ts'
import type { RangePlan } from '../../../engine/move/ranges/range-plan.ts'
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
import { recallStreams } from '../../domain/flows/recall-streams.ts'
import { replaySteps, requestReplay, requestStreams } from '../../domain/flows/request-streams.ts'
import type { ConfirmConsent } from '../../domain/integrations/confirm-consent.ts'
import { makeCheckRows } from '../../domain/runs/check-rows.ts'
import { saysHowFar } from '../../domain/runs/end-run.ts'
import type { OriginsOf } from '../../domain/runs/origins-of-run.ts'
import { makeRowChanges } from '../../domain/runs/row-changes.ts'
import type { Log } from '../../host/log.ts'
import type { Tracer } from '../../host/tracing.ts'
import type { Database } from '../../store/database/database.ts'
import { findRejectLimits } from '../../store/rejects/reject-limits.ts'
import { listRejectedStreams } from '../../store/rejects/rejected-rows.ts'
import type { RunRow } from '../../store/runs/runs.ts'
import type { Vault } from '../../vault/vault.ts'
import { makeLogStreams } from './log-streams.ts'
import { openRejectedRows } from './rejected-rows-source.ts'
import { openRunJournal } from './run-journal.ts'
import { makeRunLineage, wantsLineage } from './run-lineage.ts'
import { makeRunOutbox } from './run-outbox.ts'
import { RunProgress } from './run-progress.ts'
import { makeRunRejects } from './run-rejects.ts'
import { makeRunStructure } from './run-structure.ts'
import { makeSayBegun } from './say-begun.ts'
import { makeShareRanges } from './share-ranges.ts'
import { sqlAroundRun } from './sql-around-run.ts'
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
    // An earlier attempt may have ended without giving back what it had reserved.
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
    sayBegun: makeSayBegun(journal, run),
    logStream: makeLogStreams(journal, run.flow_snapshot.dry === true),
  }
}

/** Moves the rows of one attempt. @throws ConnectorError, RequestError, VaultError, or the signal's reason */
export async function moveRun(
  deps: MoveRunDeps,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<Pick<MoveResult, 'isSqlAfterLeft'>> {
  const { database, log, dialler, vendors, ranges, stepProcesses } = deps
  const { run, cancelled, rejects, journal, sayBegun } = attempt
  const { id: runId, organization_id: organizationId, epoch, flow_snapshot: flow } = run
  const allowance = makeAllowance({
    ...{ database, organizationId, flowId: run.flow_id, runId, budget: budgetOf(flow.config.budget) },
    say: (message) => journal.say('warning', message),
  })
  const mayBeRefused = !flow.verify && !flow.sqlAfterOnly && Object.keys(await allowance.left()).length > 0
  if (!mayBeRefused) sayBegun()
  const sql = await sqlAroundRun(database, run, (line) => journal.say('info', line, { origin: 'destination' }))
  const context = {
    signal,
    dialler,
    vendors,
    answers: makeKeptAnswers({ database, vault: deps.vault, organizationId }),
    allowance,
    run: {
      flowName: run.flow_name,
      startedAt: run.started_at ?? run.queued_at,
      outbox: makeRunOutbox(database, runId, epoch),
    },
  }
  const bringsStructure = flow.config.structure === 'all' && flow.replayOf === undefined && !flow.backfill
  if (flow.sqlAfterOnly && !bringsStructure) {
    const { destination } = await openWork(deps, attempt)
    if (sql) await executeSqlAfter({ destination, context, sql })
    return {}
  }
  if (flow.verify) {
    const work = await openWork(deps, attempt)
    return verify({ ...work, stepProcesses, context, onEvent: (event) => keepEvent(attempt, event) })
  }
  return move({
    ...(await openWork(deps, attempt)),
    ...(sql && { sql }),
    bringsStructure,
    rejects,
    stepProcesses,
    ...(flow.dry && { dry: true }),
    ...(ranges && { ranges }),
    rangeSharing: makeShareRanges({ database, log, organizationId, runId, epoch }),
    ...(flow.only && { only: flow.only }),
    isHandedOver: () => !cancelled.signal.aborted,
    fence: { flowId: run.flow_id, runId, epoch: BigInt(epoch) },
    context,
    onEvent: (event) => keepEvent(attempt, event),
  })
}

function keepEvent(attempt: Attempt, event: MoveEvent): void {
  const { run, journal, changes, checkRows, structure, lineage, progress, traceStream, logStream, origins, sayBegun } =
    attempt
  if (event.kind === 'begun') sayBegun()
  else if (event.kind === 'log') journal.say(event.level, event.message, event)
  else if (event.kind === 'columns') learnColumns(attempt, event)
  else if (event.kind === 'servers') {
    const { kind: _, ...servers } = event
    progress.meet(servers)
  } else if (event.kind === 'account') progress.signIn(event.side, event.account)
  else if (event.kind === 'dry-run') changes.keep(event.entity, event.result)
  else if (event.kind === 'estimate') changes.estimate(event.destination)
  else if (event.kind === 'foreseen-refusal') changes.refuse(event.refusal)
  else if (event.kind === 'lineage') {
    // Rows that are sent again come from no table, and may have passed the steps already.
    if (run.flow_snapshot.replayOf === undefined) origins.set(event.lineage.entity, event.lineage.columns)
    lineage.keep(event.lineage)
  } else if (event.kind === 'structure') structure.keep(event.objects)
  else if (event.kind === 'check-rows') checkRows.keep(event)
  else {
    if (event.kind === 'progress') traceStream(event.stream)
    progress.apply(event)
    logStream(event)
  }
}

function learnColumns({ run, progress }: Attempt, event: Extract<MoveEvent, { kind: 'columns' }>): void {
  const { entity, columns: source, target } = event
  if (tellsColumns(run)) progress.learn(entity, { isKept: saysHowFar(run), source, ...(target && { target }) })
}

/** A dry run also tells which columns have changed; one of a file has no runs before it. */
const tellsColumns = (run: Pick<RunRow, 'flow_snapshot'>): boolean =>
  saysHowFar(run) || (run.flow_snapshot.dry === true && !run.flow_snapshot.verify && !run.flow_snapshot.draft)

/** Source and destination of a run, and the streams to move between them. */
async function openWork({ database, vault, confirmConsent }: MoveRunDeps, { run, progress, lineage }: Attempt) {
  const { organization_id: organizationId, flow_snapshot: flow } = run
  const { described, ...recalled } = await database.asSystem((query) => recallStreams(query, run))
  if (tellsColumns(run)) progress.recall(described)
  const open = async (side: 'source' | 'destination', connectionId: string) => {
    const opened = await database.asSystem((query) => openEndpoint(query, vault, organizationId, connectionId))
    progress.signIn(side, accountOf(opened.endpoint))
    lineage.name(side, connectionId, opened)
    if (isByConsent(opened.endpoint.integration)) await confirmConsent(organizationId, connectionId)
    return opened
  }
  const destination = await open('destination', flow.destinationConnectionId)
  if (flow.replayOf !== undefined)
    return { ...(await openReplay({ database, vault }, run, flow.replayOf, destination)), destination }
  return {
    source: await open('source', flow.sourceConnectionId),
    streams: requestStreams(flow.config.streams, flow),
    ...recalled,
    transformations: { steps: flow.config.transformations, salt: vault.saltOf(organizationId) },
    destination,
  }
}

async function openReplay(
  { database, vault }: Pick<MoveRunDeps, 'database' | 'vault'>,
  { id: runId, organization_id: organizationId, flow_snapshot: flow }: RunRow,
  replayOf: string,
  { connector, endpoint }: OpenedConnection,
) {
  const replayId = flow.replay && runId
  const rejected = await database.asSystem((query) => listRejectedStreams(query, organizationId, replayOf, replayId))
  const openSource = () => openRejectedRows({ database, vault, organizationId, runId: replayOf, replayId })
  return {
    source: { connector: { type: connector.type, openSource }, endpoint },
    streams: requestReplay(rejected, flow),
    only: rejected.map(({ entity }) => entity),
    transformations: {
      steps: replaySteps(rejected, flow.config.transformations),
      salt: vault.saltOf(organizationId),
      areSingleRows: true,
    },
  }
}
