import { defined } from '../../core/catalog/defined.ts'
import type { Fence } from '../ports/target-request.ts'
import { sharedStepProcesses } from '../step-process/shared-step-processes.ts'
import type { StreamRun } from './move-stream.ts'
import { moveStreams } from './move-streams.ts'
import type { StepBinder } from './plan/plan-steps.ts'
import { planStreams } from './plan/plan-streams.ts'
import type { MoveEvent } from './run/move-events.ts'
import type { MoveRequest } from './run/move-request.ts'

export interface SomeStreams
  extends Pick<MoveRequest, 'streams' | 'stateOf' | 'knownTargets' | 'rejects' | 'stepProcesses' | 'context'> {
  readonly run: Omit<StreamRun, 'shared'>
  readonly binder: StepBinder
  readonly entities: readonly string[]
  readonly fence: Fence
  /** Told what happens once the streams are planned: the worker of the run has planned them before, and told what it found. */
  readonly onEvent: (event: MoveEvent) => void
}

/** Moves some streams of a run, planned again for another epoch. Streams with errors tell them; @throws other errors */
export async function moveSome(some: SomeStreams): Promise<void> {
  const { run, binder, entities, fence, streams, stateOf, knownTargets, rejects, context } = some
  const { stepProcesses = sharedStepProcesses() } = some
  const { source, destination } = run
  let isPlanned = false
  const { parts } = await planStreams(streams, {
    source,
    destination,
    binder,
    fence,
    only: entities,
    describesOnly: true,
    onEvent: (event) => {
      if (isPlanned || event.kind === 'progress' || event.kind === 'lineage') some.onEvent(event)
    },
    ...defined({ stateOf, knownTargets, rejects, startedAt: context.run?.startedAt }),
    openProcess: () => stepProcesses.open(),
  })
  for await (const part of parts) {
    isPlanned = true
    await moveStreams(part, run)
    isPlanned = false
  }
}
