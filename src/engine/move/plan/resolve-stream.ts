import { defined } from '../../../core/catalog/defined.ts'
import { type SentenceValue, sentence } from '../../../core/catalog/sentence.ts'
import { allOf, oneOf } from '../../../core/catalog/sentence-lists.ts'
import { sourceKey } from '../../connectors/shared/row-key.ts'
import { ConnectorError, type Problem } from '../../ports/connector.ts'
import type { Destination, Overlap, TargetRequest } from '../../ports/destination.ts'
import type { Source, SourceColumn, SourceEntity } from '../../ports/source.ts'
import type { SpelledStream, StreamState } from '../run/move-request.ts'
import { columnOrigins, driftBehindSteps } from './column-origins.ts'
import { isMark } from './overlap.ts'
import { planQueries } from './plan-checks.ts'
import type { PlannedSteps, StepBinder } from './plan-steps.ts'
import { refuseVanished } from './plan-vanished.ts'
import { type ResolvedDrift, resolveDrift, withoutAnswered } from './resolve-drift.ts'

export interface ResolvedStream {
  readonly entity: SourceEntity
  /** The columns to read, and those with which the next run compares. */
  readonly drift: ResolvedDrift
  readonly steps: PlannedSteps | undefined
  /** The request to the destination. */
  readonly request: Omit<TargetRequest, 'fence'>
}

export interface ResolveContext {
  readonly source: Source
  readonly destination: Destination
  readonly binder: StepBinder
  /** The entities of the source that the flow names. */
  readonly entities: readonly SourceEntity[]
  /** Every stream of the flow, with the target's notation. */
  readonly all: readonly SpelledStream[]
  readonly state: StreamState | undefined
  /** The time of the run. Absent: now. */
  readonly startedAt?: Date
}

/** Determines the columns of a stream and the request to the destination, before the destination is used. @throws ConnectorError */
export async function resolveStream(
  stream: SpelledStream,
  { source, destination, binder, entities, all, state, startedAt = new Date() }: ResolveContext,
): Promise<ResolvedStream> {
  refuseMode(stream, destination)
  refuseConflicts(stream, all, source.identity === destination.identity)
  const entity = await readableEntity(stream, { source, entities, state })
  const chosen = chosenColumns(entity, stream.columns)
  const columns = { columns: chosen, areListed: stream.columns !== undefined }
  const drift = resolveDrift(entity, columns, stream.drift ?? 'follow', state?.columns)
  const steps = await binder
    .bind(entity.name, drift.columns, entities, stream.onInvalid === 'reject')
    .catch((error: unknown) => refuseJoined(source, error))
  const arriving = steps?.columns ?? drift.columns
  const known = withoutAnswered(drift.known, arriving, startedAt)
  const { vanished } = stream
  if (vanished)
    refuseVanished({
      stream,
      policy: vanished,
      source,
      destination,
      entity,
      steps,
      columns: arriving,
    })
  return {
    entity,
    drift: { ...drift, known },
    steps,
    request: {
      target: stream.target,
      columns: arriving,
      ...computedOf(steps, arriving),
      ...defined({ system: source.system, ownTypes: stream.ownTypes }),
      mode: stream.mode,
      ...defined({
        key: stream.key,
        mapping: stream.mapping,
        vanished: vanished && { at: startedAt, ...defined({ column: vanished.column }) },
      }),
      ...newerOf(stream, steps, arriving),
      ...overlapWith(stream, state?.cursor, steps, drift.columns),
      ...driftOf(stream, drift, steps, { arriving, before: state?.target }),
      ...defined({
        checksValues: stream.onInvalid === 'reject' ? (true as const) : undefined,
        sumsValues: stream.verify === 'values' ? (true as const) : undefined,
      }),
      ...findsOf(stream, arriving, destination),
    },
  }
}

/** The columns that do not have a type of the source's system. */
function computedOf(
  steps: PlannedSteps | undefined,
  arriving: readonly SourceColumn[],
): Pick<TargetRequest, 'computed'> {
  const before = arriving.flatMap(({ name, isComputed }) => (isComputed ? [name] : []))
  return steps || before.length > 0 ? { computed: [...new Set([...(steps?.computed ?? []), ...before])] } : {}
}

/** The queries of the stream's checks, if the destination executes them. */
function findsOf(
  { checks = [], target, mode }: SpelledStream,
  columns: readonly SourceColumn[],
  destination: Destination,
): Pick<TargetRequest, 'finds'> {
  const planned = planQueries(checks, { target, mode, columns }, destination)
  const queries = planned.flatMap(({ query }) => query ?? [])
  return destination.sql && queries.length > 0 ? { finds: queries } : {}
}

/** How the target follows the columns: as the source or the steps have changed, or as somebody asked for it. */
function driftOf(
  { change }: SpelledStream,
  { drift }: ResolvedDrift,
  steps: PlannedSteps | undefined,
  { arriving, before }: { readonly arriving: readonly SourceColumn[]; readonly before: StreamState['target'] },
): Pick<TargetRequest, 'drift'> {
  const names = arriving.map(({ name }) => name)
  switch (change?.kind) {
    case 'fit':
      return { drift: { mayWiden: true, added: names, changed: names, gone: [] } }
    case 'widen':
      return { drift: { mayWiden: true, added: [], changed: change.columns, gone: [] } }
    case undefined:
      return followed(drift, steps, names, before)
  }
}

/** As the source or the steps have changed. */
function followed(
  drift: ResolvedDrift['drift'],
  steps: PlannedSteps | undefined,
  names: readonly string[],
  before: StreamState['target'],
): Pick<TargetRequest, 'drift'> {
  if (!drift) return {}
  const behind = steps ? driftBehindSteps(steps.bound, drift) : drift
  // Steps may have been added since the last run that create them. A column that the target had before and lacks now was removed by somebody.
  const made = before ? names.filter((name) => !before.includes(name)) : []
  return { drift: { ...behind, added: [...new Set([...behind.added, ...made])] } }
}

/** A column that steps change, or leave out, says nothing about the age of a row. */
function newerOf(
  { keepsNewer }: SpelledStream,
  steps: PlannedSteps | undefined,
  arriving: readonly SourceColumn[],
): Pick<TargetRequest, 'keepsNewer'> {
  if (!keepsNewer) return {}
  const { cursor: named, updatesAsOld } = keepsNewer
  const column = steps ? arrivingAs(steps, named) : arriving.find(({ name }) => name === named)?.name
  return { keepsNewer: defined({ cursor: column, updatesAsOld }) }
}

/** In the first run nothing is read again: existing rows come from elsewhere. */
function overlapWith(
  stream: SpelledStream,
  before: StreamState['cursor'],
  steps: PlannedSteps | undefined,
  read: readonly SourceColumn[],
): { readonly overlap?: Overlap } {
  const { mode, cursor } = stream
  if (mode !== 'append' || !cursor || (!before && cursor.after === undefined)) return {}
  const { key, cursor: column } = overlapOf(stream, before, steps, read)
  const until =
    cursor.after ?? (before?.column === cursor.column && !before.hasReadBeyond ? before.highWaterMark : undefined)
  const value = (steps?.columns ?? read).find(({ name }) => name === column)?.value
  const isBounded = until !== undefined && value && TELL_BEYOND.includes(value.kind) && isMark(value, until)
  return {
    overlap: {
      key,
      ...(column !== undefined && { cursor: column, ...defined({ until: isBounded ? until : undefined }) }),
    },
  }
}

/** Kinds that every system stores with all digits, and orders in the same way. */
const TELL_BEYOND: readonly string[] = ['integer', 'decimal', 'date', 'timestamp']

/**
 * How rows that are read again are recognized: by a key that always has a value, otherwise by all moved columns. Of another entity
 * a row with the same key may be another row.
 */
function overlapOf(
  { key: chosen = [], cursor }: SpelledStream,
  before: StreamState['cursor'],
  steps: PlannedSteps | undefined,
  read: readonly SourceColumn[],
): Pick<Overlap, 'key' | 'cursor'> {
  const columns = steps?.columns ?? read
  const key = chosen.length > 0 ? chosen : sourceKey(columns)
  const isFilled = (name: string) => columns.some((column) => column.name === name && !column.nullable)
  const isRecognized = !before?.isOfAnother && key.every(isFilled)
  const arriving = steps ? arrivingAs(steps, cursor?.column) : columns.find(({ name }) => name === cursor?.column)?.name
  return { key: isRecognized ? key : [], ...defined({ cursor: arriving }) }
}

/** The name of a column of the source behind the steps, if they leave its values as they are. */
const arrivingAs = ({ bound }: PlannedSteps, column: string | undefined): string | undefined =>
  [...columnOrigins(bound)].find(([, { source, isUnchanged }]) => isUnchanged && source === column)?.[0]

function chosenColumns(entity: SourceEntity, names: readonly string[] | undefined): readonly SourceColumn[] {
  // A table without columns is still a table; a tab without columns is still empty.
  if (entity.kind === 'sheet' && entity.columns.length === 0)
    refuse({
      code: 'ENTITY_EMPTY',
      message: sentence`${entity.name} has no columns.`,
      hint: sentence`Add columns: in a spreadsheet, write their names in the first row.`,
      retryable: false,
    })
  if (!names) return entity.columns
  const gone = names.filter((name) => !entity.columns.some((column) => column.name === name))
  if (gone.length > 0)
    refuse({
      code: 'SCHEMA_CHANGED',
      message: sentence`${entity.name} no longer has the columns ${gone.join(', ')}.`,
      hint: sentence`Discover the connection again and choose the columns again.`,
      columns: gone.map((name) => ({ name, is: 'removed' }) as const),
      retryable: false,
    })
  return entity.columns.filter(({ name }) => names.includes(name))
}

function refuseMode({ mode, target, cursor }: SpelledStream, { modes }: Destination): void {
  if (mode === 'replace' && cursor) {
    refuse({
      code: 'CURSOR_NEEDS_OLD_ROWS',
      message: sentence`${target} would be replaced by only the rows that are new in ${cursor.column}.`,
      hint: sentence`Use the mode "append" or "upsert", or remove the cursor.`,
      retryable: false,
    })
  }
  if (modes.includes(mode)) return
  refuse({
    code: 'MODE_NOT_SUPPORTED',
    message: sentence`The mode "${mode}" is not possible for ${target}.`,
    hint: sentence`Use ${oneOf(modes.map((possible) => `"${possible}"`))}.`,
    retryable: false,
  })
}

/** @throws ConnectorError if a stream would overwrite another, or an entity that the flow reads */
export function refuseConflicts(
  { entity, target }: SpelledStream,
  all: readonly SpelledStream[],
  isSameDatabase: boolean,
): void {
  const writers = all.filter((other) => other.target === target).map((other) => other.entity)
  if (writers.length > 1) {
    refuse({
      code: 'TARGET_CONFLICT',
      message:
        writers.length === 2
          ? sentence`${inWords(writers)} would both be written to ${target}.`
          : sentence`${inWords(writers)} would all be written to ${target}.`,
      hint: sentence`Give each stream a target of its own.`,
      retryable: false,
    })
  }
  if (isSameDatabase && target === entity) {
    refuse({
      code: 'TARGET_IS_SOURCE',
      message: sentence`${entity} would be replaced by itself.`,
      hint: sentence`Choose another target.`,
      retryable: false,
    })
  }
  if (isSameDatabase && all.some((other) => other.entity === target)) {
    refuse({
      code: 'TARGET_CONFLICT',
      message: sentence`${target} is read by another stream of this flow and cannot be replaced by it.`,
      hint: sentence`Choose another target, or make it a flow of its own.`,
      retryable: false,
    })
  }
}

/** The most names that a message lists. */
const NAMED = 5

function inWords(names: readonly string[]): SentenceValue {
  const more = names.length - NAMED
  return allOf(more > 0 ? [...names.slice(0, NAMED), sentence`${more} more`] : names)
}

/**
 * The entity of a stream, with every column that it had or that is chosen: what the account may not read is not gone.
 * @throws ConnectorError `PERMISSION_MISSING`, or `ENTITY_NOT_FOUND` if the source does not have it
 */
async function readableEntity(
  { entity: wanted, columns: chosen = [] }: SpelledStream,
  { source, entities, state }: Pick<ResolveContext, 'source' | 'entities' | 'state'>,
): Promise<SourceEntity> {
  const entity = entities.find(({ name }) => name === wanted)
  if (!entity) refuse((await source.refusal?.(wanted, []))?.problem ?? notFound(source, wanted))
  const known = (state?.columns ?? []).filter(({ gone, unread }) => !gone && !unread).map(({ name }) => name)
  const isAbsent = (name: string) => !entity.columns.some((column) => column.name === name)
  const absent = [...new Set([...chosen, ...known])].filter(isAbsent)
  const refusal = absent.length > 0 ? await source.refusal?.(wanted, absent) : undefined
  if (refusal) refuse(refusal.problem)
  return entity
}

/** What a step misses of another table may only be hidden. @throws ConnectorError of the step */
async function refuseJoined(source: Source, error: unknown): Promise<never> {
  const { gone, node } = error instanceof ConnectorError ? error.problem : {}
  const refusal = gone && (await source.refusal?.(gone.table, gone.column === undefined ? [] : [gone.column]))
  if (refusal) refuse({ ...refusal.problem, ...defined({ node }) })
  throw error
}

const notFound = (source: Source, entity: string): Problem => ({
  code: 'ENTITY_NOT_FOUND',
  message: source.refusal
    ? sentence`The source has no ${entity}.`
    : sentence`The source has no ${entity}, or this account may not see it.`,
  hint: sentence`Discover the connection again and choose the table again.`,
  retryable: false,
})

function refuse(problem: Problem): never {
  throw new ConnectorError(problem)
}
