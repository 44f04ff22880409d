import type { StreamRun } from './move-stream.ts'
import { moveStream } from './move-stream.ts'
import type { PlannedStream } from './plan-stream.ts'

/** Below that a table spends more time on questions and commits than on its rows, so that several go at once; in bytes, at the source. */
const SMALL_TABLE = 16 << 20

/**
 * Moves streams to their end, in order: small tables that follow each other several at once, as far as both ends can, others alone, each with all
 * there is. Never throws for what an outside system does.
 */
export async function moveStreams(planned: readonly PlannedStream[], run: StreamRun): Promise<void> {
  const atOnce = Math.min(run.source.readsAtOnce ?? 1, run.destination.loadsAtOnce ?? 1)
  const waiting = [...planned]
  while (waiting.length > 0) {
    const large = waiting.findIndex((stream) => !isSmall(stream))
    const some = waiting.splice(0, large === 0 ? 1 : large < 0 ? waiting.length : large)
    const lanes = Array.from({ length: atOnce }, async () => {
      for (let stream = some.shift(); stream; stream = some.shift()) await moveStream(stream, run)
    })
    // Nobody closes what the others still use.
    for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason
  }
}

/** Rows that pass steps, or of which some are kept aside, go through one place. */
const isSmall = ({ entity, target, steps, rejects }: PlannedStream): boolean =>
  target.standsAlone === true && !steps && !rejects && entity.bytes !== undefined && entity.bytes < SMALL_TABLE
