import { defined } from '../../core/catalog/defined.ts'
import type { Fence } from '../ports/target-request.ts'
import { RenewedSteps } from '../step-process/renewed-steps.ts'
import { sharedStepProcesses } from '../step-process/shared-step-processes.ts'
import { moveSome } from './move-some.ts'
import { openStepBinder, type StepBinder } from './plan/plan-steps.ts'
import { RANGE_PLAN } from './ranges/range-plan.ts'
import type { EventOf, MoveEvent } from './run/move-events.ts'
import type { MoveRequest, RejectKeeper } from './run/move-request.ts'
import { type Ends, openBoth } from './run/open-both.ts'
import type { StreamProgress } from './run/stream-progress.ts'
import type { StreamReport, StreamShare } from './streams/stream-sharing.ts'

/** Streams that were given to this worker. */
export interface TakenStreams {
  readonly entities: readonly string[]
  readonly epoch: bigint
  readonly rejects: RejectKeeper
  /** Called for every event; the report has those that the worker of the run needs. */
  keep(event: MoveEvent): void
  /** @throws if they were taken back */
  report(report: StreamReport): Promise<void>
  /** The last report. @throws if they were taken back */
  end(report: StreamReport): Promise<void>
}

export interface StreamAssistRequest
  extends Pick<
    MoveRequest,
    | 'source'
    | 'destination'
    | 'streams'
    | 'stateOf'
    | 'knownTargets'
    | 'transformations'
    | 'stepProcesses'
    | 'ranges'
    | 'context'
  > {
  readonly share: StreamShare
  readonly fence: Omit<Fence, 'epoch' | 'copiesStructure'>
  /** Waits for streams. @returns nothing if none come any more */
  readonly take: () => Promise<TakenStreams | undefined>
  /** Called before each stream; those that have begun are moved to their end. */
  readonly mayGoOn: () => boolean
}

/** A worker of a run says so often how far it is. */
const REPORT_EVERY_MS = 1_000

/**
 * Moves streams of the run of another worker, as long as it gets some. Nothing of a stream is left when it throws.
 * @throws ConnectorError, also when that run has ended
 */
export async function assistWithStreams(request: StreamAssistRequest): Promise<void> {
  const { transformations, stepProcesses = sharedStepProcesses(), share, take, mayGoOn } = request
  let steps: RenewedSteps | undefined
  const openSteps = () => {
    steps ??= new RenewedSteps(() => stepProcesses.open())
    return steps
  }
  const binder = openStepBinder(transformations, openSteps, request.context.run?.startedAt)
  const ends = await openBoth(request, share.snapshotName)
  try {
    if (!(await isSameMoment(ends, share))) return
    for (;;) {
      const taken = mayGoOn() ? await take() : undefined
      if (!taken) return
      await moveTaken(request, ends, binder, taken)
    }
  } finally {
    steps?.kill()
    await Promise.all([ends.source.close(), ends.destination.close()])
  }
}

const isSameMoment = async ({ source }: Ends, { identity, moment }: StreamShare): Promise<boolean> =>
  source.identity === identity && (await source.moment?.([])) === moment

async function moveTaken(
  { share, fence, mayGoOn, ranges: plan = RANGE_PLAN, ...request }: StreamAssistRequest,
  ends: Ends,
  binder: StepBinder,
  taken: TakenStreams,
): Promise<void> {
  const { signal } = request.context
  const taking = new ReportedStreams()
  const failed = new AbortController()
  const reporting = reportRegularly(taken, taking, (error) => failed.abort(error))
  const copiesStructure = share.copiesStructure || undefined
  try {
    await moveSome({
      ...request,
      binder,
      entities: taken.entities,
      rejects: taken.rejects,
      fence: { ...fence, epoch: taken.epoch, ...defined({ copiesStructure }) },
      run: { ...ends, plan, signal: AbortSignal.any([signal, failed.signal]), isHandedOver: () => false, mayGoOn },
      onEvent: (event) => {
        taken.keep(event)
        taking.keep(event)
      },
    })
  } finally {
    await reporting.stop()
    await taken.end(taking.report())
  }
  signal.throwIfAborted()
}

/** @param onLost called with the reason if the streams were taken back */
function reportRegularly(taken: TakenStreams, taking: ReportedStreams, onLost: (error: unknown) => void) {
  let writing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    if (taking.takeChanged()) writing = writing.then(() => taken.report(taking.report())).catch(onLost)
  }, REPORT_EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return writing
    },
  }
}

/** What the worker of the run is told. A stream that it could move better itself, or that was stopped, is not in it. */
class ReportedStreams {
  readonly #streams = new Map<string, StreamProgress>()
  readonly #lines: EventOf<'log'>[] = []
  #isChanged = false

  keep(event: MoveEvent): void {
    // The worker of the run says itself that a stream has failed.
    if (event.kind === 'log' && event.level !== 'error') this.#lines.push(event)
    if (event.kind === 'progress') this.#keepProgress(event.stream)
    this.#isChanged = true
  }

  takeChanged(): boolean {
    const isChanged = this.#isChanged
    this.#isChanged = false
    return isChanged
  }

  report(): StreamReport {
    return { streams: [...this.#streams.values()], lines: this.#lines }
  }

  #keepProgress(stream: StreamProgress): void {
    const { entity, status, error } = stream
    const isBetterThere = error && (error.retryable || error.code === 'FENCED')
    if (status === 'pending' || status === 'cancelled' || isBetterThere) this.#streams.delete(entity)
    else this.#streams.set(entity, stream)
  }
}
