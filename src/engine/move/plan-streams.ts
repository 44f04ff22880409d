import { ConnectorError } from '../ports/connector.ts'
import type { SourceEntity } from '../ports/source.ts'
import { at } from './errors-at.ts'
import type { SpelledStream, StreamRequest } from './move-request.ts'
import { type AskedStream, type PlanDeps, type PlannedStream, planStream, type ResolvedRequest } from './plan-stream.ts'
import { resolveStream } from './resolve-stream.ts'
import { spelledStreams } from './spelled-streams.ts'
import { StreamTracker } from './stream-tracker.ts'

/** So many streams are planned before the first of them moves: each takes some kilobytes for as long as it waits. */
const PLANNED_AT_ONCE = 500

export interface PlannedStreams {
  readonly trackers: readonly StreamTracker[]
  readonly parts: AsyncIterable<readonly PlannedStream[]>
}

/**
 * Finds out everything that can be known of streams before a row of them is read, for some hundreds at a time: the next ones are planned once those
 * before have moved. Streams that cannot work have failed in their tracker and are not among the planned ones; the trackers are all of them, in order.
 */
export async function planStreams(requests: readonly StreamRequest[], deps: PlanDeps): Promise<PlannedStreams> {
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

/** What an end says of one stream fails that one alone. */
async function failing(tracker: StreamTracker, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    tracker.fail(error.problem)
  }
}
