import { withTable } from '../formats/row-memory.ts'
import type { Allowance } from '../ports/allowance.ts'
import { ConnectorError } from '../ports/connector.ts'
import type { Destination } from '../ports/destination.ts'
import type { Source } from '../ports/source.ts'
import { moveWhole } from './pipeline/move-whole.ts'
import type { PlannedStream } from './plan/plan-stream.ts'
import { pushSteps } from './plan/pushed-steps.ts'
import { chooseRanges } from './ranges/choose-ranges.ts'
import { moveRanges } from './ranges/move-ranges.ts'
import type { RangePlan } from './ranges/range-plan.ts'
import type { RangeSharing } from './ranges/range-sharing.ts'
import type { SharedStreams } from './streams/shared-streams.ts'

/** How a run shares its streams with other workers. */
export interface RunSharing {
  readonly streams: SharedStreams
  /** Moves a stream that another worker has given back, or left. Never throws for errors of outside systems. */
  readonly moveAgain: (stream: PlannedStream) => Promise<void>
  /** Keeps workers that have not said that they have stopped from putting these streams in place. Never throws for errors of outside systems. */
  readonly lockOut: (streams: readonly PlannedStream[]) => Promise<void>
}

export interface StreamRun {
  readonly source: Source
  readonly destination: Destination
  readonly plan: RangePlan
  readonly signal: AbortSignal
  /** Whether another attempt follows after a stop. */
  readonly isHandedOver: () => boolean
  /** Absent: this worker moves all ranges. */
  readonly assist?: RangeSharing
  /** Absent: this worker moves all streams. */
  readonly shared?: RunSharing
  /** Called before each stream. Absent: all are moved. */
  readonly mayGoOn?: () => boolean
  /** Present if the number of rows is limited: each is reserved before it is written. */
  readonly rowBudget?: Allowance
}

/** Moves one stream and ends its tracker. Never throws for errors of outside systems. */
export async function moveStream(stream: PlannedStream, run: StreamRun): Promise<void> {
  const { tracker } = stream
  const { source, signal } = run
  try {
    signal.throwIfAborted()
    tracker.begin('moving')
    tracker.enter('running')
    const pushed = await pushSteps(stream, source)
    // Rows of ranges that other workers copy are not known before they have arrived.
    const ranged = run.rowBudget ? undefined : await chooseRanges(stream, pushed, run)
    if (!ranged || !(await isMovedInRanges(() => moveRanges(stream, ranged, run, pushed), stream)))
      await moveWhole(stream, run, pushed)
    tracker.enter('succeeded')
  } catch (error) {
    if (signal.aborted) tracker.cancel()
    else if (error instanceof ConnectorError) tracker.fail(withTable(error.problem, stream.entity.name))
    else throw error
  }
}

/** Ranges need one connection more than a table in one piece. @returns whether the destination takes them and the server allows it. @throws ConnectorError */
async function isMovedInRanges(work: () => Promise<boolean>, { tracker }: PlannedStream): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    const isCrowded = error instanceof ConnectorError && error.problem.code === 'TOO_MANY_CONNECTIONS'
    if (!isCrowded || tracker.progress.rowsRead > 0 || tracker.progress.rowsWritten > 0) throw error
    return false
  }
}
