import { inLanes } from '../ports/in-lanes.ts'
import { moveStream, type StreamRun } from './move-stream.ts'
import type { PlannedStream } from './plan/plan-stream.ts'

/** In bytes at the source. A smaller table spends more time on queries and commits than on its rows, so that several are moved at once. */
const SMALL_TABLE = 16 << 20

/**
 * Moves streams in order: several small consecutive tables at once, as far as both ends allow it; others alone, with all
 * resources. Never throws for errors of outside systems.
 */
export async function moveStreams(planned: readonly PlannedStream[], run: StreamRun): Promise<void> {
  const atOnce = Math.min(run.source.reads?.atOnce ?? 1, run.destination.loads?.atOnce ?? 1)
  const waiting = [...planned]
  while (waiting.length > 0) {
    const large = waiting.findIndex((stream) => !isSmall(stream))
    const some = waiting.splice(0, large === 0 ? 1 : large < 0 ? waiting.length : large)
    await inLanes(some, atOnce, (stream) => moveStream(stream, run))
  }
}

/** Streams with steps, or with rows that may be rejected, go through one place. */
const isSmall = ({ entity, target, steps, rejects }: PlannedStream): boolean =>
  target.standsAlone === true && !steps && !rejects && entity.bytes !== undefined && entity.bytes < SMALL_TABLE
