import type { UncheckedReason } from '../../core/catalog/check-states.ts'
import type { InvalidPolicy } from '../../core/catalog/invalid-policies.ts'
import type { ZeroDatePolicy } from '../../core/catalog/zero-date-policies.ts'
import { COMMON_TEXT } from '../formats/common-text/value-type.ts'
import type { Problem } from '../ports/connector.ts'
import { ConnectorError } from '../ports/connector.ts'
import type { Destination, Fence, Target } from '../ports/destination.ts'
import type { Source, SourceColumn, SourceEntity, Window } from '../ports/source.ts'
import { at } from './errors-at.ts'
import type {
  MoveEvent,
  MoveRequest,
  RejectKeeper,
  SpelledStream,
  StreamMemory,
  StreamRequest,
} from './move-request.ts'
import { type KeyComparison, planCheck } from './plan-check.ts'
import type { PlannedSteps, StepBinder } from './plan-steps.ts'
import { planWindow } from './plan-window.ts'
import { type ResolvedStream, resolveStream } from './resolve-stream.ts'
import { spelledStreams } from './spelled-streams.ts'
import { StreamTracker } from './stream-tracker.ts'

/** A stream that both sides have agreed on. */
export interface PlannedStream {
  readonly entity: SourceEntity
  readonly target: Target
  readonly format: string
  readonly window?: Window
  readonly tracker: StreamTracker
  /** Takes rows that are kept aside; without it they fail the stream. */
  readonly rejects?: RejectKeeper
  readonly onInvalid: InvalidPolicy
  readonly zeroDates: ZeroDatePolicy
  /** As they come to the destination. */
  readonly columns: readonly SourceColumn[]
  /** How keys are compared before the rows are put in place, or why not. */
  readonly check: KeyComparison | UncheckedReason
  /** What the rows pass on their way; without it they go as they are. */
  readonly steps?: PlannedSteps
}

export interface PlanDeps extends Pick<MoveRequest, 'recall' | 'landed' | 'rejects' | 'only'> {
  readonly binder: StepBinder
  readonly source: Source
  readonly destination: Destination
  readonly fence: Fence
  readonly onEvent: (event: MoveEvent) => void
}

/** So many streams are planned before the first of them moves: each takes some kilobytes for as long as it waits. */
const PLANNED_AT_ONCE = 500

/**
 * Settles everything that can be known of streams before a row of them is read, for some hundreds at a time: the next ones are planned once those
 * before have moved. Streams that cannot work have failed in their tracker and are not among the planned ones; the trackers are all of them, in order.
 */
export async function planStreams(
  requests: readonly StreamRequest[],
  deps: PlanDeps,
): Promise<{
  trackers: readonly StreamTracker[]
  parts: AsyncIterable<readonly PlannedStream[]>
}> {
  const { source, destination, binder } = deps
  const named = [...requests.map(({ entity }) => entity), ...binder.joined]
  const entities = await at('source', source.entities(requests.length > 0 ? [...new Set(named)] : undefined))
  if ((destination.loadsAtOnce ?? 1) > 1) await at('source', source.readyReads?.(entities) ?? Promise.resolve())
  const all = spelledStreams(requests, entities, deps)
  const rows = new Map(entities.map(({ name, estimatedRows }) => [name, estimatedRows]))
  const asked = all
    .filter(({ entity }) => deps.only?.includes(entity) ?? true)
    .map((request) => {
      const tracker = new StreamTracker(request, deps.onEvent)
      tracker.expect(rows.get(request.entity))
      return { request, tracker }
    })
  async function* parts() {
    for (let from = 0; from < asked.length; from += PLANNED_AT_ONCE) {
      yield planSome(asked.slice(from, from + PLANNED_AT_ONCE), { ...deps, entities, all })
      // The heap would grow by what the answers of catalogs leave behind, before anybody collects it.
      globalThis.gc?.()
    }
  }
  return { trackers: asked.map(({ tracker }) => tracker), parts: parts() }
}

interface AskedStream {
  readonly request: SpelledStream
  readonly tracker: StreamTracker
}

async function planSome(
  asked: readonly AskedStream[],
  deps: PlanDeps & { readonly entities: readonly SourceEntity[]; readonly all: readonly SpelledStream[] },
): Promise<readonly PlannedStream[]> {
  const { destination, fence, recall } = deps
  const resolved: ResolvedRequest[] = []
  for (const { request, tracker } of asked) {
    const memory = recall?.(request.entity, request.target)
    await failing(tracker, async () => {
      const stream = await resolveStream(request, { ...deps, memory })
      resolved.push({ request, tracker, memory, stream })
    })
  }
  // What goes wrong is said where each is asked for itself.
  await destination
    .prepareAll?.(resolved.map(({ stream }) => ({ ...stream.request, fence })))
    .catch((error: unknown) => {
      if (!(error instanceof ConnectorError)) throw error
    })
  const planned: PlannedStream[] = []
  for (const stream of resolved)
    await failing(stream.tracker, async () => {
      const ready = await planStream(stream, deps)
      if (ready) planned.push(ready)
    })
  return planned
}

interface ResolvedRequest extends AskedStream {
  readonly memory: StreamMemory | undefined
  readonly stream: ResolvedStream
}

/** @returns nothing when an earlier attempt has put the rows in place */
async function planStream(
  { request, tracker, memory, stream }: ResolvedRequest,
  { source, destination, fence, onEvent, rejects }: PlanDeps,
): Promise<PlannedStream | undefined> {
  const { entity, drift, steps, request: wanted } = stream
  const target = await at('destination', destination.prepare({ ...wanted, fence }))
  onEvent({ kind: 'columns', entity: entity.name, columns: drift.known })
  if (target.committed) {
    const rejected = (await rejects?.countRejected(request.entity)) ?? 0
    tracker.hasCommitted(target.committed, rejected, request.cursor?.column)
    return undefined
  }
  const cursor = goOn(request.cursor, memory?.cursor)
  const { onInvalid = 'fail', zeroDates = 'null', emptyCursor = 'read' } = request
  const window = await planWindow({ source, entity, cursor, targetIsNew: target.isNew, emptyCursor, tracker })
  if (window) tracker.reads(window, cursor?.after)
  const comesTwice = request.mode === 'append' && target.leavesOutRepeated !== true
  if (cursor && isReset(cursor, memory?.cursor) && comesTwice && !target.isNew)
    tracker.log(
      'warning',
      'There is no position to go on from: rows that are there already are read again and come twice.',
    )
  if (window?.from !== undefined && comesTwice)
    tracker.log('warning', `Rows from ${window.from} on are read again and come twice; the mode "upsert" avoids that.`)
  if (window && steps && seesSeveralRows(steps))
    tracker.log('info', 'Steps that put rows together see the rows of this window alone.')
  const mayRefuse = onInvalid === 'reject' && target.refuses !== undefined
  // Behind steps a row has other columns than those in which it would be kept aside.
  const isRejecting = rejects !== undefined && (mayRefuse || (zeroDates === 'reject' && !steps))
  if (request.onInvalid === 'reject' && !isRejecting) tracker.log('info', NOTHING_TO_REJECT)
  const readable = steps || isRejecting ? [COMMON_TEXT] : source.formats(entity, target.columns, target.formats)
  const format = readable.find((name) => target.formats.includes(name)) ?? refuse(noFormat(request))
  if (entity.warning !== undefined) tracker.log('warning', entity.warning)
  for (const note of [...drift.notes, ...target.notes]) tracker.log('info', note)
  return {
    entity,
    target,
    format,
    tracker,
    columns: wanted.columns,
    check: planCheck({ source, entity, target, columns: wanted.columns, key: wanted.key, steps }),
    onInvalid,
    zeroDates,
    ...(isRejecting && { rejects }),
    ...(window && { window }),
    ...(steps && { steps }),
  }
}

/** What an end says of one stream fails that one alone. */
async function failing(tracker: StreamTracker, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    tracker.fail(error.problem)
  }
}

/** An incremental stream goes on where the last run ended, as long as it is still read by the same column. */
const goOn = (cursor: StreamRequest['cursor'], memory: StreamMemory['cursor']): StreamRequest['cursor'] =>
  cursor && cursor.after === undefined && memory?.column === cursor.column && memory.bound !== undefined
    ? { ...cursor, after: memory.bound }
    : cursor

const isReset = (cursor: StreamRequest['cursor'], memory: StreamMemory['cursor']) =>
  memory !== undefined && memory.column === cursor?.column && memory.bound === undefined

/** Whether what leaves a step depends on which rows are read. */
const seesSeveralRows = ({ bound }: PlannedSteps) =>
  !bound.isRowWise || bound.readLimit !== undefined || bound.passLimit !== undefined

const NOTHING_TO_REJECT =
  'No row is looked at: every value fits its column in the destination, or the destination takes what it is given.'

const noFormat = ({ entity, target }: StreamRequest): Problem => ({
  code: 'NO_COMMON_FORMAT',
  message: `There is no way yet to bring ${entity} into ${target}.`,
  retryable: false,
})

function refuse(problem: Problem): never {
  throw new ConnectorError(problem)
}
