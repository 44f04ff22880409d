import { ConnectorError } from '../ports/connector.ts'
import type { Destination } from '../ports/destination.ts'
import type { Source } from '../ports/source.ts'
import { chooseRanges } from './choose-ranges.ts'
import { moveRanges } from './move-ranges.ts'
import { moveWhole } from './move-whole.ts'
import type { PlannedStream } from './plan-stream.ts'
import { pushSteps } from './pushed-steps.ts'
import type { RangePlan } from './range-plan.ts'
import type { RangeSharing } from './range-sharing.ts'

export interface StreamRun {
  readonly source: Source
  readonly destination: Destination
  readonly plan: RangePlan
  readonly signal: AbortSignal
  /** Whether another attempt follows after a stop. */
  readonly isHandedOver: () => boolean
  /** Absent: this worker moves all ranges. */
  readonly assist?: RangeSharing
}

/** Moves one stream and ends its tracker. Never throws for errors of outside systems. */
export async function moveStream(stream: PlannedStream, run: StreamRun): Promise<void> {
  const { tracker } = stream
  const { source, signal } = run
  try {
    signal.throwIfAborted()
    tracker.enter('running')
    tracker.begin('moving')
    const pushed = await pushSteps(stream, source)
    const ranged = await chooseRanges(stream, pushed, run)
    if (ranged) await moveRanges(stream, ranged, run, pushed)
    else await moveWhole(stream, run, pushed)
    tracker.enter('succeeded')
  } catch (error) {
    if (signal.aborted) tracker.cancel()
    else if (error instanceof ConnectorError) tracker.fail(error.problem)
    else throw error
  }
}
