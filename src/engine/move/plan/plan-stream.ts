import { defined } from '../../../core/catalog/defined.ts'
import type { InvalidPolicy } from '../../../core/catalog/policies/invalid-policies.ts'
import type { ZeroDatePolicy } from '../../../core/catalog/policies/zero-date-policies.ts'
import type { UncheckedReason } from '../../../core/catalog/runs/check-states.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Moment, Moments } from '../../ports/change-source.ts'
import { ConnectorError, type Problem } from '../../ports/connector.ts'
import type { Destination } from '../../ports/destination.ts'
import type { DifferingRows } from '../../ports/dry-run.ts'
import type { Source, SourceColumn, SourceEntity, Window } from '../../ports/source.ts'
import type { StructurePart } from '../../ports/table-structure.ts'
import type { Target } from '../../ports/target.ts'
import type { Fence, TargetRequest } from '../../ports/target-request.ts'
import { COMMON_TEXT } from '../../ports/value-type.ts'
import type { KeySelection } from '../../ports/vanished-rows.ts'
import type { StepProcess } from '../../step-process/step-process.ts'
import { at } from '../run/errors-at.ts'
import type { MoveEvent } from '../run/move-events.ts'
import type { MoveRequest, RejectKeeper } from '../run/move-request.ts'
import type { ColumnMend, SpelledStream, StreamRequest, StreamState } from '../run/stream-request.ts'
import type { StreamTracker } from '../run/stream-tracker.ts'
import { keyAtSource, keyOf } from './key-at-source.ts'
import { lineageOf } from './lineage-of.ts'
import { logEmptyColumns, logNotes, logRepeatedRows } from './log-plan.ts'
import { partWindow } from './part-window.ts'
import type { KeyComparison } from './plan-check.ts'
import { type PlannedChecks, planQueries, requireColumns } from './plan-checks.ts'
import { planComparison } from './plan-comparison.ts'
import { type DerivedStream, planDerived } from './plan-derived.ts'
import type { PlannedSteps, StepBinder } from './plan-steps.ts'
import { type PlannedVanished, planVanished } from './plan-vanished.ts'
import { goOn, planWindow } from './plan-window.ts'
import { refuse } from './refuse-conflicts.ts'
import type { ResolvedStream } from './resolve-stream.ts'
import { canTrace } from './traced-rows.ts'

/** A stream that both sides support. */
export interface PlannedStream {
  readonly entity: SourceEntity
  readonly target: Target
  /** How the target was prepared, but for the fence. */
  readonly wanted: Omit<TargetRequest, 'fence'>
  readonly format: string
  readonly window?: Window
  /** The window leaves out no rows but those without a value, because nothing was read before. */
  readonly isFromStart?: true
  /** What the snapshot sees, to be noted with the rows. */
  readonly moment?: string
  /** Only rows with these keys are read. */
  readonly keys?: KeySelection
  readonly tracker: StreamTracker
  /** Stores rejected rows; without it they fail the stream. */
  readonly rejects?: RejectKeeper
  readonly onInvalid: InvalidPolicy
  readonly zeroDates: ZeroDatePolicy
  /** The columns as they reach the destination. */
  readonly columns: readonly SourceColumn[]
  /** How keys are compared before the rows are put in place, or why not. */
  readonly check: KeyComparison | UncheckedReason
  /** How the rows that are sent are compared with those that arrive, if `check` cannot compare their values, or if rows may be rejected. */
  readonly sentCheck?: KeyComparison
  /** The columns that identify rows, as they reach the destination; none if nothing does. */
  readonly key: readonly string[]
  /** Rows of the target may be newer than those that come. */
  readonly mayBeOutdated: boolean
  /** Conditions that the rows must meet before they are put in place; without it there are none. */
  readonly checks?: PlannedChecks
  /** Vanished rows are searched and handled; without it they stay. */
  readonly vanished?: PlannedVanished
  /** The steps of the stream; without it the rows pass unchanged. */
  readonly steps?: PlannedSteps
  /** The destination runs the last steps; the rows that arrive are those before them. */
  readonly derived?: DerivedStream['derived']
  /** Whether each row brings the row before the steps with it, in case it is rejected. */
  readonly isTraced: boolean
  /** Changes of values that the target refuses, by their columns; for rows that are sent again. */
  readonly mends: readonly ColumnMend[]
  /** Nothing is written: notes say what would be. */
  readonly isDry: boolean
}

export interface PlanDeps extends Pick<MoveRequest, 'stateOf' | 'knownTargets' | 'rejects' | 'only' | 'dry'> {
  readonly binder: StepBinder
  /** The number of rows that may be written is limited. */
  readonly isRowLimited?: boolean
  readonly source: Source
  readonly destination: Destination
  readonly fence: Fence
  /** Of the system of the source, if it has a log. */
  readonly moments?: Moments
  /** What the snapshot sees, if a mirror follows. */
  readonly moment?: Moment
  /** Only the entities of `only` are described, because the others are planned elsewhere. */
  readonly describesOnly?: boolean
  /** The structure that follows the rows. */
  readonly structure?: readonly StructurePart[]
  /** The time of the run. Absent: now. */
  readonly startedAt?: Date
  readonly onEvent: (event: MoveEvent) => void
  /** Starts a process for queries over rows that the destination cannot query. */
  readonly openProcess: () => StepProcess
}

export interface AskedStream {
  readonly request: SpelledStream
  readonly tracker: StreamTracker
}

export interface ResolvedRequest extends AskedStream {
  readonly state: StreamState | undefined
  readonly stream: ResolvedStream
}

/** @returns nothing if an earlier attempt has put the rows in place. @throws ConnectorError */
export async function planStream(resolved: ResolvedRequest, deps: PlanDeps): Promise<PlannedStream | undefined> {
  const { request, tracker, stream } = resolved
  const { source, destination, fence, onEvent, rejects } = deps
  const { entity, drift, request: wanted } = stream
  const known = { kind: 'columns', entity: entity.name, columns: drift.known } as const
  // Before the target is looked at: if it does not fit, somebody wants to know what has changed.
  onEvent(known)
  const awaits = request.isFollowed && deps.moments?.isAfter
  const prepared = await at('destination', destination.prepare({ ...wanted, fence, ...defined({ awaits }) }))
  if (prepared.after) onEvent({ ...known, target: prepared.after })
  onEvent({ kind: 'lineage', lineage: lineageOf(stream, prepared) })
  if (prepared.committed) {
    const rejected = (await rejects?.countRejected(request.entity)) ?? 0
    tracker.hasCommitted(prepared.committed, rejected, request.cursor?.column)
    return undefined
  }
  const derived = deps.dry ? undefined : await planDerived(resolved, prepared, deps)
  const { target, resolved: coming } = derived ?? { target: prepared, resolved }
  const { steps, request: arriving } = coming.stream
  const { onInvalid = 'fail', zeroDates = 'null' } = request
  const { keys, window, isFromStart } = await rowsOf(resolved, target, source)
  logRepeatedRows(resolved, { target, window, ...deps })
  const { isRejecting, ...rejecting } = rejection(resolved, target, rejects)
  const readable = steps || isRejecting ? [COMMON_TEXT] : source.formats(entity, target.columns, target.formats)
  const format = readable.find((name) => target.formats.includes(name)) ?? refuse(noFormat(request))
  logNotes(resolved, prepared, deps)
  logEmptyColumns(resolved, { target: prepared, window, ...deps })
  return {
    entity,
    target,
    wanted,
    format,
    tracker,
    columns: arriving.columns,
    ...planComparison(coming, { target, source, format, isRejecting, onlyKeys: keys !== undefined, dry: deps.dry }),
    ...defined({ keys }),
    onInvalid,
    zeroDates,
    ...rejecting,
    mends: request.mends ?? [],
    isDry: deps.dry === true,
    key: keyOf(arriving.columns, request.key),
    mayBeOutdated: wanted.keepsNewer !== undefined && !wanted.keepsNewer.updatesAsOld,
    ...defined({ window, isFromStart, steps, derived: derived?.derived, moment: request.isFollowed && deps.moment }),
    ...plannedChecks(resolved, prepared, deps),
    ...planVanished({ source, resolved: stream, policy: request.vanished, dry: deps.dry === true }),
  }
}

/** @throws ConnectorError if the checks need columns that do not arrive */
function plannedChecks(
  { request, state, stream }: ResolvedRequest,
  { columns }: Target,
  { destination, dry = false, onEvent, openProcess }: PlanDeps,
): Pick<PlannedStream, 'checks'> {
  const { entity, checks = [] } = request
  if (checks.length === 0) return {}
  requireColumns(checks, request.target, columns)
  return {
    checks: {
      planned: planQueries(checks, stream.request, destination),
      rowsBefore: state?.rows,
      dry,
      ...defined({ openProcess: destination.sql ? undefined : openProcess }),
      report: (checkId, found) => onEvent({ kind: 'check-rows', entity, checkId, found }),
    },
  }
}

/** The rows that the stream reads: those that were asked for, or what is new. */
async function rowsOf(
  resolved: ResolvedRequest,
  { isNew: targetIsNew }: Target,
  source: Source,
): Promise<Pick<PlannedStream, 'keys' | 'window' | 'isFromStart'>> {
  const { request, tracker, state, stream } = resolved
  const { entity } = stream
  const { selection } = request
  switch (selection?.kind) {
    case 'differing':
      return { keys: differingKeys(resolved, selection) }
    case 'part': {
      const window = await partWindow(source, entity, { column: request.cursor?.column ?? '', part: selection })
      if (window) tracker.reads(window, undefined)
      return window ? { window } : {}
    }
    case undefined: {
      const cursor = goOn(request.cursor, state?.cursor)
      const { emptyCursor = 'read' } = request
      const window = await planWindow({ source, entity, cursor, targetIsNew, emptyCursor, tracker })
      if (window) tracker.reads(window, cursor?.after)
      return window ? defined({ window, isFromStart: window.from === undefined || undefined }) : {}
    }
  }
}

/** The rows that are sent again because they differed, by the source's key. @throws ConnectorError if steps have changed the key since */
function differingKeys({ request, stream }: ResolvedRequest, { order, ranges }: DifferingRows): KeySelection {
  const columns = keyAtSource(keyOf(stream.request.columns, request.key), stream.steps)
  if (!columns || columns.length === 0) throw new ConnectorError(noKey(request.target))
  return { order, columns, within: ranges }
}

/** After steps a row has other columns than those with which it would be stored. */
const mayReject = ({ request, stream }: ResolvedRequest, target: Target): boolean =>
  (request.onInvalid === 'reject' && target.checks !== undefined) || (request.zeroDates === 'reject' && !stream.steps)

/** Whether values are checked before they are written, and what happens to rows that do not fit. */
function rejection(
  resolved: ResolvedRequest,
  target: Target,
  rejects: RejectKeeper | undefined,
): Pick<PlannedStream, 'isTraced' | 'rejects'> & { readonly isRejecting: boolean } {
  const { request, tracker, stream } = resolved
  const isRejecting = rejects !== undefined && mayReject(resolved, target)
  const keepsViolations = rejects !== undefined && target.removesViolations === true
  if (request.onInvalid === 'reject' && !isRejecting && !keepsViolations)
    tracker.log('info', NOTHING_TO_REJECT, 'destination')
  return defined({
    isRejecting,
    isTraced: isRejecting && stream.steps !== undefined && canTrace(stream.steps, target),
    rejects: rejects && (isRejecting || target.removesViolations) ? rejects : undefined,
  })
}

const NOTHING_TO_REJECT = sentence`Rows are not checked: every value fits its column in the destination, or the destination accepts every value.`

const noKey = (target: string): Problem => ({
  code: 'KEY_NOT_UNIQUE',
  message: sentence`The rows of ${target} have no key any more by which they could be read again.`,
  hint: sentence`Compare the tables again.`,
  retryable: false,
})

const noFormat = ({ entity, target }: StreamRequest): Problem => ({
  code: 'NO_COMMON_FORMAT',
  message: sentence`Moving ${entity} to ${target ?? entity} is not supported yet.`,
  retryable: false,
})
