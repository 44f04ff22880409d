import { defined } from '../../../core/catalog/defined.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { SourceEntity } from '../../ports/source.ts'
import type { StructurePart } from '../../ports/table-structure.ts'
import { at } from '../run/errors-at.ts'
import type { SpelledStream, StreamRequest } from '../run/stream-request.ts'
import { StreamTracker } from '../run/stream-tracker.ts'
import { type AskedStream, type PlanDeps, type PlannedStream, planStream, type ResolvedRequest } from './plan-stream.ts'
import { resolveStream } from './resolve-stream.ts'
import { movedEntities, spelledStreams } from './spelled-streams.ts'

/** Number of streams that are planned before the first of them moves: each uses some kilobytes while it waits. */
const PLANNED_AT_ONCE = 500
/** Below it, the results of catalog queries are too small to be worth a collection of the whole heap. */
const MANY_STREAMS = 50

export interface PlannedStreams {
  readonly trackers: readonly StreamTracker[]
  readonly parts: AsyncIterable<readonly PlannedStream[]>
}

/**
 * Collects all facts about streams before a row of them is read, for some hundreds at a time: the next ones are planned after those have
 * moved. Streams with errors have failed in their tracker and are not among the planned ones; the trackers include all of them, in order.
 */
export async function planStreams(requests: readonly StreamRequest[], deps: PlanDeps): Promise<PlannedStreams> {
  const { source, destination, structure } = deps
  const entities = await at('source', source.entities(describedEntities(requests, deps)))
  if (source.reads && destination.loads) await at('source', source.reads.ready(entities))
  const found = new Set(entities.map(({ name }) => name))
  const followed = requests.flatMap(({ entity, isFollowed }) => (isFollowed && found.has(entity) ? [entity] : []))
  const moment = source.moment && followed.length > 0 ? await at('source', source.moment(followed)) : undefined
  const moved = movedEntities(requests, entities, structure !== undefined)
  const all = inOrderOfForeignKeys(spelledStreams(requests, moved, deps), structure ?? [])
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
      yield planSome(asked.slice(from, from + PLANNED_AT_ONCE), { ...deps, ...defined({ moment }), entities, all })
      // The heap would grow by the results of catalog queries before they are collected as garbage.
      if (asked.length >= MANY_STREAMS) globalThis.gc?.()
    }
  }
  return { trackers: asked.map(({ tracker }) => tracker), parts: parts() }
}

/** @returns nothing for all that the source has */
function describedEntities(
  requests: readonly StreamRequest[],
  { only, describesOnly, binder }: PlanDeps,
): readonly string[] | undefined {
  const named = only && describesOnly ? only : requests.map(({ entity }) => entity)
  return named.length > 0 ? [...new Set([...named, ...binder.joined])] : undefined
}

async function planSome(
  asked: readonly AskedStream[],
  deps: PlanDeps & { readonly entities: readonly SourceEntity[]; readonly all: readonly SpelledStream[] },
): Promise<readonly PlannedStream[]> {
  const { destination, fence, stateOf, startedAt } = deps
  const resolved: ResolvedRequest[] = []
  for (const { request, tracker } of asked) {
    const state = stateOf?.(request.entity, request.target)
    await failing(tracker, async () => {
      try {
        const stream = await resolveStream(request, { ...deps, state, ...defined({ startedAt }) })
        resolved.push({ request, tracker, state, stream })
      } catch (error) {
        reportColumns(request.entity, deps)
        throw error
      }
    })
  }
  // Errors are reported when each target is queried separately.
  await destination.loads
    ?.prepare(resolved.map(({ stream }) => ({ ...stream.request, fence })))
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

/** Of a stream that cannot be read: maybe because its columns are others than before. */
function reportColumns(
  entityName: string,
  { entities, onEvent }: Pick<PlanDeps, 'onEvent'> & { readonly entities: readonly SourceEntity[] },
): void {
  const entity = entities.find(({ name }) => name === entityName)
  if (!entity) return
  const columns = entity.columns.map(({ name, type }) => ({ name, type }))
  onEvent({ kind: 'columns', entity: entityName, columns })
}

/** An error about one stream fails only that stream. */
async function failing(tracker: StreamTracker, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    tracker.fail(error.problem)
  }
}

/**
 * The same streams, tables before those whose foreign keys refer to them, as far as there is no circle; otherwise in their order. So that rows
 * find the rows that they refer to.
 */
export function inOrderOfForeignKeys<Stream extends { readonly target: string }>(
  streams: readonly Stream[],
  parts: readonly StructurePart[],
): readonly Stream[] {
  const keys = parts.filter((part) => part.kind === 'foreign_key')
  const referred = Map.groupBy(keys, ({ table }) => table)
  const byTarget = new Map(streams.map((stream) => [stream.target, stream]))
  const ordered = new Set<Stream>()
  const begun = new Set<Stream>()
  const place = (stream: Stream): void => {
    if (begun.has(stream)) return
    begun.add(stream)
    for (const { referred: to } of referred.get(stream.target) ?? []) {
      const parent = byTarget.get(to.table)
      if (parent) place(parent)
    }
    ordered.add(stream)
  }
  for (const stream of streams) place(stream)
  return [...ordered]
}
