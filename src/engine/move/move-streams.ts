import { availableParallelism } from 'node:os'

import { moveStream, type StreamRun } from './move-stream.ts'
import type { PlannedStream } from './plan/plan-stream.ts'
import { GivenStreams } from './streams/given-streams.ts'
import { beforeBarrier, type Needs, needsOf, type Shared, type WaitingStream } from './streams/stream-needs.ts'

/** Two large tables keep two cores busy; one waits for one of its servers at any time. */
const LEAST_LARGE = 2

/**
 * Moves streams in their order, as many at once as both ends and the cores allow. A stream that changes or waits for other tables, or that
 * several sessions copy in ranges, is moved alone, and none that follows overtakes it. Others may be given to workers that have nothing to do.
 * Never throws for errors of outside systems.
 */
export async function moveStreams(planned: readonly PlannedStream[], run: StreamRun): Promise<void> {
  const room = roomOf(run)
  const waiting: WaitingStream[] = planned.map((stream) => ({ stream, needs: needsOf(stream, run) }))
  const given = new GivenStreams(waiting, run)
  const going = new Map<Promise<void>, Needs>()
  const failed: unknown[] = []
  const mayBegin = () => failed.length === 0 && run.mayGoOn?.() !== false
  const busy = () => going.size + given.size
  try {
    while (waiting.length > 0 || busy() > 0) {
      await given.open()
      const at = mayBegin() ? nextOf(waiting, [...going.values()], { isAlone: busy() === 0, room }) : -1
      const [next] = at < 0 ? [] : waiting.splice(at, 1)
      if (next) {
        // What it offers itself would take the place of the other offer.
        if (next.needs === 'all') await given.end()
        const moved: Promise<void> = moveNext(next, run)
          .catch((error: unknown) => void failed.push(error))
          .finally(() => going.delete(moved))
        going.set(moved, next.needs)
      } else if (!(await given.untilChanged(going.keys(), failed.length === 0))) break
    }
  } finally {
    await given.end()
    const left = waiting.flatMap(({ stream, hasComeBack }) => (hasComeBack ? [stream] : []))
    // The next attempt locks them out itself.
    if (left.length > 0 && !(run.signal.aborted && run.isHandedOver())) await run.shared?.lockOut(left)
  }
  if (failed.length > 0) throw failed[0]
}

function roomOf({ source, destination }: StreamRun): Shared {
  const lanes = Math.min(source.reads?.atOnce ?? 1, destination.loads?.atOnce ?? 1)
  const cores = Math.max(LEAST_LARGE, Math.floor(availableParallelism() / 2))
  return { lanes, large: Math.min(lanes, destination.loads?.large ?? cores), steps: 1 }
}

const moveNext = ({ stream, hasComeBack }: WaitingStream, run: StreamRun): Promise<void> =>
  hasComeBack && run.shared ? run.shared.moveAgain(stream) : moveStream(stream, run)

/** @returns the place of the first stream for which there is room now; below 0 if there is none */
function nextOf(
  waiting: readonly WaitingStream[],
  going: readonly Needs[],
  { isAlone, room }: { readonly isAlone: boolean; readonly room: Shared },
): number {
  if (going.includes('all')) return -1
  const used = going.filter((needs) => needs !== 'all')
  const fits = (needs: Shared) =>
    (['lanes', 'large', 'steps'] as const).every(
      (kind) => used.reduce((sum, other) => sum + other[kind], needs[kind]) <= room[kind],
    )
  if (waiting[0]?.needs === 'all') return isAlone ? 0 : -1
  return beforeBarrier(waiting).findIndex(({ needs }) => needs !== 'all' && fits(needs))
}
