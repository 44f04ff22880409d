import { availableParallelism } from 'node:os'

import { moveStream, type StreamRun } from './move-stream.ts'
import type { PlannedStream } from './plan/plan-stream.ts'
import { isPart } from './ranges/choose-ranges.ts'
import { isProbablySplit } from './ranges/range-plan.ts'

/** In bytes at the source. A smaller table spends more time on queries and commits than on its rows. */
const SMALL_TABLE = 16 << 20

/** Two large tables keep two cores busy; one waits for one of its servers at any time. */
const LEAST_LARGE = 2

/** What streams share that are moved at once. */
interface Shared {
  /** All streams. */
  readonly lanes: number
  /** Streams that are not small, each of which may keep a core busy. */
  readonly large: number
  /** Streams whose rows pass a process of steps, of which a run has one. */
  readonly steps: number
}

/**
 * Moves streams in their order, as many at once as both ends and the cores allow. A stream that changes or waits for other tables, or that
 * several sessions copy in ranges, is moved alone, and none that follows overtakes it. Never throws for errors of outside systems.
 */
export async function moveStreams(planned: readonly PlannedStream[], run: StreamRun): Promise<void> {
  const lanes = Math.min(run.source.reads?.atOnce ?? 1, run.destination.loads?.atOnce ?? 1)
  const cores = Math.max(LEAST_LARGE, Math.floor(availableParallelism() / 2))
  const large = Math.min(lanes, run.destination.loads?.large ?? cores)
  const waiting = planned.map((stream) => ({ stream, needs: needsOf(stream, run) }))
  const going = new Map<Promise<void>, Shared | 'all'>()
  const failed: unknown[] = []
  while (waiting.length > 0 || going.size > 0) {
    const at = failed.length > 0 ? -1 : nextOf(waiting, [...going.values()], { lanes, large, steps: 1 })
    const [next] = at < 0 ? [] : waiting.splice(at, 1)
    if (next) {
      const moved: Promise<void> = moveStream(next.stream, run)
        .catch((error: unknown) => void failed.push(error))
        .finally(() => going.delete(moved))
      going.set(moved, next.needs)
    } else if (going.size > 0) await Promise.race(going.keys())
    // Nobody closes sessions that others still use.
    else break
  }
  if (failed.length > 0) throw failed[0]
}

type Needs = Shared | 'all'

function needsOf(stream: PlannedStream, { source, plan }: StreamRun): Needs {
  const { entity, target, steps, checks } = stream
  const { bytes = Number.POSITIVE_INFINITY } = entity
  const mayBeRanged = target.ranges !== undefined && source.ranges?.has(entity) === true && !isPart(stream)
  if (target.standsAlone !== true || (mayBeRanged && isProbablySplit(bytes, plan))) return 'all'
  return { lanes: 1, large: bytes < SMALL_TABLE ? 0 : 1, steps: steps || checks?.openProcess ? 1 : 0 }
}

/** @returns the place of the first stream for which there is room now; below 0 if there is none */
function nextOf(waiting: readonly { readonly needs: Needs }[], going: readonly Needs[], room: Shared): number {
  if (going.includes('all')) return -1
  const used = going.filter((needs) => needs !== 'all')
  const fits = (needs: Shared) =>
    (['lanes', 'large', 'steps'] as const).every(
      (kind) => used.reduce((sum, other) => sum + other[kind], needs[kind]) <= room[kind],
    )
  const barrier = waiting.findIndex(({ needs }) => needs === 'all')
  if (barrier === 0) return going.length === 0 ? 0 : -1
  const before = barrier < 0 ? waiting : waiting.slice(0, barrier)
  return before.findIndex(({ needs }) => needs !== 'all' && fits(needs))
}
