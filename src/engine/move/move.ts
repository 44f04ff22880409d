import { BUDGET_KINDS, type PredictedRefusal } from '../../core/catalog/budgets.ts'
import { defined } from '../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../core/catalog/sentence.ts'
import type { StructurePart } from '../ports/table-structure.ts'
import type { TargetRequest } from '../ports/target-request.ts'
import { RenewedSteps } from '../step-process/renewed-steps.ts'
import { sharedStepProcesses } from '../step-process/shared-step-processes.ts'
import { estimateDryRun } from './estimate/estimate-dry-run.ts'
import { predictRefusal, refuseTooMuch } from './estimate/refuse-too-much.ts'
import { executeSql } from './execute-sql.ts'
import type { StreamRun } from './move-stream.ts'
import { moveStreams } from './move-streams.ts'
import { holdTargets } from './plan/held-targets.ts'
import { idleSteps, openStepBinder, type StepBinder } from './plan/plan-steps.ts'
import { planMove } from './plan-move.ts'
import { RANGE_PLAN } from './ranges/range-plan.ts'
import { at } from './run/errors-at.ts'
import type { EventOf } from './run/move-events.ts'
import type { MoveRequest, MoveResult } from './run/move-request.ts'
import { type Ends, limitOf, openBoth } from './run/open-both.ts'
import { StreamTracker } from './run/stream-tracker.ts'
import { areSessionsLimited, runSharing } from './run-sharing.ts'
import { copyStructure, previewStructure, releaseStructure } from './structure/copy-structure.ts'
import { readFlowStructure } from './structure/plan-flow-structure.ts'
import type { PlannedStructure } from './structure/plan-structure.ts'

/**
 * Moves every stream from one snapshot of the source. A failed stream neither stops nor changes the others;
 * an aborted signal cancels the unfinished ones. @throws ConnectorError when not even a connection could be opened
 */
export async function move(request: MoveRequest): Promise<MoveResult> {
  const { context, transformations, stepProcesses = sharedStepProcesses() } = request
  // Before the connections are opened, because the process starts in the meantime.
  const open = () => new RenewedSteps(() => stepProcesses.open())
  let steps = (transformations?.steps.length ?? 0) > 0 ? open() : undefined
  const openSteps = () => {
    steps ??= open()
    return steps
  }
  const binder = openStepBinder(transformations, openSteps, context.run?.startedAt)
  try {
    const log = (message: Sentence) => request.onEvent({ kind: 'log', level: 'warning', message })
    const ends = await openBoth({ ...request, context: { log, ...context } })
    try {
      request.onEvent(await serversOf(ends))
      logSessionLimits(request)
      return await moveBetween(ends, binder, request)
    } finally {
      await Promise.all([ends.source.close(), ends.destination.close()])
    }
  } catch (error) {
    if (context.signal.aborted) return cancelled(request)
    throw error
  } finally {
    steps?.kill()
  }
}

async function serversOf({ source, destination }: Ends): Promise<EventOf<'servers'>> {
  const lasting = destination.lastingIdentity && (await at('destination', destination.lastingIdentity()))
  return {
    kind: 'servers',
    ...defined({ source: source.serverVersion, destination: destination.serverVersion }),
    destinationId: lasting ?? destination.identity,
  }
}

function logSessionLimits({ source, destination, onEvent }: MoveRequest): void {
  const log = (side: Sentence, most: number) =>
    onEvent({
      kind: 'log',
      level: 'info',
      message:
        most === 1
          ? sentence`The connection of the ${side} allows at most 1 session at a time.`
          : sentence`The connection of the ${side} allows at most ${most} sessions at a time.`,
    })
  const [atSource, atDestination] = [limitOf(source.endpoint.config), limitOf(destination.endpoint.config)]
  if (atSource) log(sentence`source`, atSource.most)
  if (atDestination) log(sentence`destination`, atDestination.most)
}

async function moveBetween(ends: Ends, binder: StepBinder, request: MoveRequest): Promise<MoveResult> {
  if (request.locksOut) return lockOut(ends, binder, request)
  const { predicted, ...limits } = await limitsOf(ends, request)
  request.onEvent({ kind: 'begun' })
  if (predicted) {
    request.onEvent({ kind: 'log', level: 'warning', message: predicted.message })
    request.onEvent({ kind: 'predicted-refusal', refusal: predicted })
  }
  // Before anything is planned, because it may create what the rows need.
  if (request.sql) {
    const writers = request.sql.before === undefined ? undefined : await holdTargets(ends, request)
    await executeSql(ends.destination, 'before', request.sql, writers)
  }
  const structure = request.copiesStructure
    ? await readFlowStructure(request.streams, { ...request, ...ends, binder })
    : undefined
  const fence = structure ? { ...request.fence, copiesStructure: true as const } : request.fence
  const work = { fence, onEvent: request.onEvent }
  if (structure && !request.dry) await releaseStructure(structure, work)
  const { streams, epoch } = await moveRows({ ...ends, ...limits }, binder, { ...request, fence }, structure?.parts)
  const atEnd = { ...work, fence: { ...fence, ...defined({ epoch }) } }
  const isBuilt = structure ? await endWithStructure(structure, request, atEnd) : true
  const haveArrived = streams.every(({ status }) => status === 'succeeded')
  const isSqlLeft = haveArrived && !(await endWithSql(ends, request))
  return defined({
    streams,
    isStructureLeft: (haveArrived && !isBuilt) || undefined,
    isSqlAfterLeft: isSqlLeft || undefined,
  })
}

/** To plan a stream raises its fence. */
async function lockOut(ends: Ends, binder: StepBinder, locking: MoveRequest): Promise<MoveResult> {
  const request: MoveRequest = { ...locking, fence: { ...locking.fence, endsRun: true } }
  const { trackers, parts } = await planMove(ends, binder, request, { targets: new Map(), structure: undefined })
  request.onEvent({ kind: 'planned', streams: trackers.map(({ progress }) => progress) })
  for await (const _ of parts);
  for (const tracker of trackers) if (!tracker.isOver) tracker.cancel()
  return { streams: trackers.map(({ progress }) => progress) }
}

interface Limits extends Pick<StreamRun, 'rowBudget'> {
  /** Whether anything that the run spends is limited. */
  readonly isBudgeted: boolean
  /** Why a run would not begin, if this is a dry run. */
  readonly predicted?: PredictedRefusal
}

/**
 * Stops a run that its budgets do not allow. A dry run pays for reading, and writes and sends nothing.
 * @returns how its rows are limited. @throws ConnectorError
 */
async function limitsOf(ends: Ends, request: MoveRequest): Promise<Limits> {
  const { context, dry = false, streams, only, transformations, stateOf, knownTargets } = request
  const { allowance } = context
  if (!allowance) return { isBudgeted: false }
  const estimated = {
    ...ends,
    streams,
    steps: transformations?.steps ?? [],
    ...defined({ only, stateOf, knownTargets }),
  }
  await refuseTooMuch(allowance, dry ? ['dollars'] : BUDGET_KINDS, estimated)
  const predicted = dry ? await predictRefusal(allowance, estimated) : undefined
  const left = await allowance.left()
  const rowBudget = !dry && !predicted && left.rows !== undefined ? allowance : undefined
  return { isBudgeted: Object.keys(left).length > 0, ...defined({ predicted, rowBudget }) }
}

/** After the rows, because that is faster. A cancelled run builds nothing more. @returns whether all was done @throws ConnectorError */
async function endWithStructure(
  structure: PlannedStructure,
  { dry = false, context: { signal } }: MoveRequest,
  work: Pick<MoveRequest, 'fence' | 'onEvent'>,
): Promise<boolean> {
  if (signal.aborted) return false
  try {
    if (dry) work.onEvent({ kind: 'structure', objects: await previewStructure(structure, work.fence) })
    else await copyStructure(structure, work)
    return true
  } catch (error) {
    if (!signal.aborted) throw error
    return false
  }
}

interface MovedRows extends Pick<MoveResult, 'streams'> {
  /** Of the structure that follows, if other workers have moved streams. Absent: that of the run. */
  readonly epoch?: bigint
}

async function moveRows(
  { isBudgeted, ...ends }: Ends & Omit<Limits, 'predicted'>,
  binder: StepBinder,
  request: MoveRequest,
  structure: readonly StructurePart[] | undefined,
): Promise<MovedRows> {
  const { only, context, onEvent, transformations } = request
  const assist = areSessionsLimited(request) ? undefined : request.rangeSharing
  const { ranges: plan = RANGE_PLAN, isHandedOver = () => false } = request
  const { signal } = context
  const targets = new Map<string, TargetRequest>()
  const { trackers, parts } = await planMove(ends, binder, request, { targets, structure })
  onEvent({ kind: 'planned', streams: trackers.map(({ progress }) => progress) })
  const moved = trackers.map(({ progress }) => progress.entity)
  for (const message of only ? [] : idleSteps(transformations?.steps ?? [], moved))
    onEvent({ kind: 'log', level: 'warning', message, origin: 'step' })
  const run = { ...ends, plan, signal, isHandedOver, ...defined({ assist }) }
  const shared = runSharing(request, run, { binder, isBudgeted })
  try {
    for await (const part of parts) await moveStreams(part, { ...run, ...defined({ shared }) })
  } catch (error) {
    if (!signal.aborted) throw error
  }
  if (signal.aborted) for (const tracker of trackers) if (!tracker.isOver) tracker.cancel()
  if (request.dry) await estimateDryRun(ends.destination, targets, trackers, onEvent)
  for (const message of ends.source.notes?.() ?? []) onEvent({ kind: 'log', level: 'info', message, origin: 'source' })
  const epoch = await shared?.streams.end(trackers.length, structure !== undefined && !signal.aborted)
  return { streams: trackers.map(({ progress }) => progress), ...defined({ epoch }) }
}

/** @returns whether nothing is left to do; the rows have arrived in any case @throws ConnectorError */
async function endWithSql({ destination }: Ends, { sql, context: { signal } }: MoveRequest): Promise<boolean> {
  if (sql?.after === undefined || sql.isDone('after')) return true
  try {
    signal.throwIfAborted()
    await executeSql(destination, 'after', sql)
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}

function cancelled({ streams, onEvent }: MoveRequest): MoveResult {
  const trackers = streams.map((stream) => new StreamTracker(stream, onEvent))
  for (const tracker of trackers) tracker.cancel()
  return { streams: trackers.map(({ progress }) => progress) }
}
