import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError, type Problem } from '../../ports/connector.ts'
import type { Destination } from '../../ports/destination.ts'
import type { Pushdown } from '../../ports/pushdown.ts'
import type { Source, SourceColumn, SourceEntity } from '../../ports/source.ts'
import type { TargetRequest } from '../../ports/target-request.ts'
import type { SpelledStream, StreamState } from '../run/stream-request.ts'
import { driftBehindSteps } from './column-origins.ts'
import { planQueries } from './plan-checks.ts'
import type { PlannedSteps, StepBinder } from './plan-steps.ts'
import { refuseVanished } from './plan-vanished.ts'
import { newerOf, overlapWith } from './recognized-rows.ts'
import { refuse, refuseConflicts, refuseMode } from './refuse-conflicts.ts'
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
  refuseConflicts(stream, all, { source, destination })
  const entity = await readableEntity(stream, { source, entities, state })
  const chosen = chosenColumns(entity, stream.columns)
  const columns = { columns: chosen, areListed: stream.columns !== undefined }
  const drift = resolveDrift(entity, columns, stream.drift ?? 'follow', state?.columns)
  const steps = await binder
    .bind(entity.name, drift.columns, entities, {
      readsAll: stream.onInvalid === 'reject',
      ...defined({ pushes: source.pushes && ((pushdown: Pushdown) => source.pushes?.(entity, pushdown) === true) }),
    })
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
): Pick<TargetRequest, 'drift' | 'setsAside'> {
  const names = arriving.map(({ name }) => name)
  switch (change?.kind) {
    case 'fit':
      return { drift: { mayWiden: true, added: names, changed: names, gone: [] } }
    case 'widen':
      return { drift: { mayWiden: true, added: [], changed: change.columns, gone: [] } }
    case 'again':
      return { setsAside: change.ending }
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
