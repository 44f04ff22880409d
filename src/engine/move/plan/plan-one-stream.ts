import { defined } from '../../../core/catalog/defined.ts'
import type { ColumnNote } from '../../../core/catalog/runs/column-notes.ts'
import type { TargetEffect } from '../../../core/catalog/runs/target-effects.ts'
import type { Sentence } from '../../../core/catalog/sentence.ts'
import { sourceKey } from '../../connectors/shared/row-key.ts'
import { ConnectorError, type Problem } from '../../ports/connector.ts'
import type { Destination, TargetPlan } from '../../ports/destination.ts'
import type { Source, SourceColumn, SourceEntity } from '../../ports/source.ts'
import type { Fence, TargetRequest } from '../../ports/target-request.ts'
import type { MoveRequest } from '../run/move-request.ts'
import type { StreamRequest } from '../run/stream-request.ts'
import { type ColumnOrigin, columnOrigins } from './column-origins.ts'
import { keyNotes } from './key-notes.ts'
import { requireColumns } from './plan-checks.ts'
import type { StepBinder } from './plan-steps.ts'
import { driftNotes } from './resolve-drift.ts'
import { type ResolvedStream, resolveStream } from './resolve-stream.ts'
import { spelledStreams } from './spelled-streams.ts'

/** A column of a stream, from the source to the target. */
export interface StreamPlanColumn {
  /** The column as it reaches the target. */
  readonly name: string
  /** Absent for a column that steps create, and for one that no longer exists at the source. */
  readonly source?: { readonly name: string; readonly type: string }
  /** Absent for a column without a source, and if the target could not be described. */
  readonly targetType?: string
  readonly notes: readonly ColumnNote[]
}

/** What a run would do with a stream. */
export interface StreamPlan {
  /** In the target's notation. */
  readonly target: string
  readonly effect?: TargetEffect
  readonly columns: readonly StreamPlanColumn[]
  readonly notes: readonly Sentence[]
  /** The statement by which the columns of the existing target are changed. Absent: they stay as they are. */
  readonly statement?: string
  /** The errors that would stop it, with the messages of a run. */
  readonly problem?: Problem
}

export interface StreamPlanContext {
  readonly source: Source
  readonly destination: Destination
  readonly binder: StepBinder
  readonly stateOf?: MoveRequest['stateOf']
  readonly knownTargets?: MoveRequest['knownTargets']
  /** Called if the columns of the target would be changed. Absent: nothing is written. */
  readonly change?: (request: TargetRequest, statement: string) => Promise<void>
}

/** An epoch of no run, so it locks nothing out. */
const NO_FENCE: Fence = { flowId: 'none', runId: 'none', epoch: 0n }

/**
 * Describes what a run would do with one stream of a flow, by the rules of the run itself. Writes nothing, unless `change` does, and reads no row.
 * @param requests every stream of the flow; none means every entity
 * @returns nothing when the source has no such entity. @throws ConnectorError when source or destination cannot be described at all
 */
export async function planOneStream(
  entityName: string,
  requests: readonly StreamRequest[],
  { source, destination, binder, stateOf, knownTargets = [], change }: StreamPlanContext,
): Promise<StreamPlan | undefined> {
  const entities = await source.entities([...new Set([entityName, ...binder.joined])])
  const entity = entities.find(({ name }) => name === entityName)
  if (!entity) return undefined
  const isNamed = requests.some((request) => request.entity === entityName)
  const all = spelledStreams(isNamed ? requests : [], [entity], { source, destination, knownTargets })
  const request = all.find((candidate) => candidate.entity === entityName)
  if (!request) return undefined
  const state = stateOf?.(request.entity, request.target)
  const { target, cursor } = request
  let resolved: ResolvedStream | undefined
  try {
    resolved = await resolveStream(request, { source, destination, binder, entities, all, state })
    const plan = await destination.plan({ ...resolved.request, fence: NO_FENCE })
    const columns = columnsOf(entity, resolved, plan, cursor?.column)
    requireColumns(request.checks ?? [], target, arrivingIn(plan))
    const { effect, statement } = plan
    const notes = [
      ...driftNotes(resolved.drift, resolved.request.columns, { mode: request.mode, dry: false }),
      ...keyNotes(resolved.request, plan),
      ...plan.notes,
    ]
    if (statement !== undefined) await change?.({ ...resolved.request, fence: NO_FENCE }, statement)
    return defined({ target, effect, columns, notes, statement })
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    const columns = resolved ? columnsOf(entity, resolved, undefined, cursor?.column) : entity.columns.map(asRead)
    return { target, columns, notes: [], problem: error.problem }
  }
}

/** Those that the destination does not compute itself. */
const arrivingIn = ({ columns }: TargetPlan) =>
  columns.filter(({ notes }) => !notes.includes('computed')).map(({ name }) => name)

const asRead = ({ name, type }: SourceColumn): StreamPlanColumn => ({ name, source: { name, type }, notes: [] })

function columnsOf(
  entity: SourceEntity,
  { drift, steps, request }: ResolvedStream,
  plan: TargetPlan | undefined,
  cursor: string | undefined,
): readonly StreamPlanColumn[] {
  const origins = steps && columnOrigins(steps.bound)
  const originOf = (name: string): ColumnOrigin => origins?.get(name) ?? { source: name, isUnchanged: true }
  const key = request.mode === 'upsert' && request.key?.length ? request.key : sourceKey(request.columns)
  const coming = request.columns.map(({ name }): StreamPlanColumn => {
    const { source, isUnchanged } = originOf(name)
    const read = entity.columns.find((column) => column.name === source)
    const planned = plan?.columns.find((column) => column.name === name)
    const notes: readonly ColumnNote[] = [
      ...(key.includes(name) ? (['key'] as const) : []),
      ...(read !== undefined && read.name === cursor ? (['cursor'] as const) : []),
      ...(isUnchanged ? [] : [read ? ('changed' as const) : ('made' as const)]),
      ...(planned?.notes ?? []),
    ]
    return defined({ name, source: read && { name: read.name, type: read.type }, targetType: planned?.type, notes })
  })
  const isRead = (name: string) => drift.columns.some((column) => column.name === name)
  const ignored = entity.columns.filter(({ name }) => drift.drift?.added.includes(name) && !isRead(name))
  const dropped = drift.columns.filter(({ name }) => !coming.some(({ source }) => source?.name === name))
  const gone = drift.drift?.gone.filter((name) => !coming.some((column) => column.name === name)) ?? []
  return [
    ...coming,
    ...ignored.map((column) => ({ ...asRead(column), notes: ['ignored'] as const })),
    ...dropped.map((column) => ({ ...asRead(column), notes: ['dropped'] as const })),
    ...gone.map((name) => ({ name, notes: ['gone'] as const })),
  ]
}
