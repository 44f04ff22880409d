import { COMMON_TEXT } from '../connectors/common-text/value-type.ts'
import type { Problem } from '../connectors/connector.ts'
import { ConnectorError } from '../connectors/connector.ts'
import type { Destination, Fence, Target } from '../connectors/destination.ts'
import type { Source, SourceColumn, SourceEntity, Window } from '../connectors/source.ts'
import type { MoveEvent, MoveRequest, RejectKeeper, StreamMemory, StreamRequest } from './move-request.ts'
import type { PlannedSteps, StepBinder } from './plan-steps.ts'
import { planWindow } from './plan-window.ts'
import { settleDrift } from './settle-drift.ts'
import { StreamTracker } from './stream-tracker.ts'

/** A stream that both sides have agreed on. */
export interface PlannedStream {
  readonly entity: SourceEntity
  readonly target: Target
  readonly format: string
  readonly window?: Window
  readonly tracker: StreamTracker
  /** Takes rows that cannot stand in the target; without it they fail the stream. */
  readonly rejects?: RejectKeeper
  /** As they come to the destination. */
  readonly columns: readonly SourceColumn[]
  /** What the rows pass on their way; without it they go as they are. */
  readonly steps?: PlannedSteps
}

export interface PlanDeps extends Pick<MoveRequest, 'recall' | 'rejects'> {
  readonly binder: StepBinder
  readonly source: Source
  readonly destination: Destination
  readonly fence: Fence
  readonly onEvent: (event: MoveEvent) => void
}

/**
 * Settles everything that can be known before a row is read. Streams that cannot work have failed in their tracker and are
 * not among the planned ones; the trackers are all of them, in order.
 */
export async function planStreams(
  requests: readonly StreamRequest[],
  deps: PlanDeps,
): Promise<{
  planned: readonly PlannedStream[]
  trackers: readonly StreamTracker[]
}> {
  const { source, destination, fence, onEvent, recall, rejects, binder } = deps
  const named = [...requests.map(({ entity }) => entity), ...binder.joined]
  const entities = await source.entities(requests.length > 0 ? [...new Set(named)] : undefined)
  const all =
    requests.length > 0
      ? requests
      : entities.map(
          ({ name }): StreamRequest => ({
            entity: name,
            target: name,
            mode: destination.modes[0] ?? 'replace',
          }),
        )
  const wanted = all.map((request) => ({
    ...request,
    target: destination.nameOf(request.target),
  }))
  const isSameDatabase = source.identity === destination.identity
  const planned: PlannedStream[] = []
  const trackers: StreamTracker[] = []

  for (const request of wanted) {
    const tracker = new StreamTracker(request, onEvent)
    trackers.push(tracker)
    try {
      refuseMode(request, destination)
      refuseConflicts(request, wanted, isSameDatabase)
      const entity = entities.find(({ name }) => name === request.entity) ?? refuse(notFound(request.entity))
      tracker.expect(entity.estimatedRows)
      const memory = recall?.(request.entity, request.target)
      const chosen = chosenColumns(entity, request.columns)
      const { columns, drift, known, notes } = settleDrift(entity, chosen, request.drift ?? 'follow', memory?.columns)
      const steps = await binder.bind(entity.name, columns, entities)
      const target = await destination.prepare({
        target: request.target,
        ...(steps ? { columns: steps.columns } : { columns, ...(source.system && { system: source.system }) }),
        mode: request.mode,
        ...(request.key && { key: request.key }),
        ...(request.mapping && { mapping: request.mapping }),
        ...(drift && { drift }),
        fence,
      })
      onEvent({ kind: 'columns', entity: entity.name, columns: known })
      if (target.committed) {
        tracker.hasCommitted(target.committed, request.cursor?.column)
        continue
      }
      const cursor = goOn(request.cursor, memory?.cursor)
      const window = await planWindow(source, entity, cursor, target.isNew)
      if (window) tracker.reads(window)
      if (cursor && isReset(cursor, memory?.cursor) && request.mode === 'append' && !target.isNew)
        tracker.log('warning', 'The position was reset: rows that are there already are read again and come twice.')
      if (window?.from !== undefined && request.mode === 'append')
        tracker.log(
          'warning',
          `Rows from ${window.from} on are read again and come twice; the mode "upsert" avoids that.`,
        )
      if (window && steps && !steps.isRowWise)
        tracker.log('info', 'Steps that put rows together see the rows of this window alone.')
      const isRejecting = request.onInvalid === 'reject' && rejects !== undefined && target.refuses !== undefined
      if (request.onInvalid === 'reject' && !isRejecting) tracker.log('info', NOTHING_TO_REJECT)
      const readable = steps || isRejecting ? [COMMON_TEXT] : source.formats(entity, target.columns)
      const format = readable.find((name) => target.formats.includes(name)) ?? refuse(noFormat(request))
      if (entity.warning !== undefined) tracker.log('warning', entity.warning)
      for (const note of [...notes, ...target.notes]) tracker.log('info', note)
      planned.push({
        entity,
        target,
        format,
        tracker,
        columns: steps?.columns ?? columns,
        ...(isRejecting && { rejects }),
        ...(window && { window }),
        ...(steps && { steps }),
      })
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error
      tracker.fail(error.problem)
    }
  }
  return { planned, trackers }
}

/** An incremental stream goes on where the last run ended, as long as it is still read by the same column. */
const goOn = (cursor: StreamRequest['cursor'], memory: StreamMemory['cursor']): StreamRequest['cursor'] =>
  cursor && cursor.after === undefined && memory?.column === cursor.column && memory.bound !== undefined
    ? { ...cursor, after: memory.bound }
    : cursor

const isReset = (cursor: StreamRequest['cursor'], memory: StreamMemory['cursor']) =>
  memory !== undefined && memory.column === cursor?.column && memory.bound === undefined

function chosenColumns(entity: SourceEntity, names: readonly string[] | undefined): readonly SourceColumn[] {
  // A table without columns is one all the same; a tab without any has nothing in it yet.
  if (entity.kind === 'sheet' && entity.columns.length === 0)
    refuse({
      code: 'ENTITY_EMPTY',
      message: `${entity.name} has no columns.`,
      hint: 'Give it some: in a spreadsheet, write their names into the first row.',
      retryable: false,
    })
  if (!names) return entity.columns
  const gone = names.filter((name) => !entity.columns.some((column) => column.name === name))
  if (gone.length > 0)
    refuse({
      code: 'SCHEMA_CHANGED',
      message: `${entity.name} no longer has the columns ${gone.join(', ')}.`,
      hint: 'Discover the connection again and choose the columns anew.',
      retryable: false,
    })
  return entity.columns.filter(({ name }) => names.includes(name))
}

function refuseMode({ mode, target, cursor }: StreamRequest, { modes }: Destination): void {
  if (mode === 'replace' && cursor) {
    refuse({
      code: 'CURSOR_NEEDS_OLD_ROWS',
      message: `${target} would be replaced by what is new in ${cursor.column} alone.`,
      hint: 'Use the mode "append" or "upsert", or remove the cursor.',
      retryable: false,
    })
  }
  if (modes.includes(mode)) return
  refuse({
    code: 'MODE_NOT_SUPPORTED',
    message: `The mode "${mode}" is not possible for ${target}.`,
    hint: `Use ${modes.map((possible) => `"${possible}"`).join(' or ')}.`,
    retryable: false,
  })
}

function refuseConflicts(
  { entity, target }: StreamRequest,
  all: readonly StreamRequest[],
  isSameDatabase: boolean,
): void {
  if (all.filter((other) => other.target === target).length > 1) {
    refuse({
      code: 'TARGET_CONFLICT',
      message: `Two streams write to ${target}.`,
      hint: 'Give each stream a target of its own.',
      retryable: false,
    })
  }
  if (isSameDatabase && target === entity) {
    refuse({
      code: 'TARGET_IS_SOURCE',
      message: `${entity} would be replaced by itself.`,
      hint: 'Choose another target.',
      retryable: false,
    })
  }
  if (isSameDatabase && all.some((other) => other.entity === target)) {
    refuse({
      code: 'TARGET_CONFLICT',
      message: `${target} is read by another stream of this flow and cannot be replaced by it.`,
      hint: 'Choose another target, or make it a flow of its own.',
      retryable: false,
    })
  }
}

const NOTHING_TO_REJECT =
  'No row is looked at: every value fits its column in the destination, or the destination takes what it is given.'

const notFound = (entity: string): Problem => ({
  code: 'ENTITY_NOT_FOUND',
  message: `The source has no ${entity}, or this account may not see it.`,
  hint: 'Discover the connection again and choose the stream anew.',
  retryable: false,
})

const noFormat = ({ entity, target }: StreamRequest): Problem => ({
  code: 'NO_COMMON_FORMAT',
  message: `There is no way yet to bring ${entity} into ${target}.`,
  retryable: false,
})

function refuse(problem: Problem): never {
  throw new ConnectorError(problem)
}
