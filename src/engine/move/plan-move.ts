import { defined } from '../../core/catalog/defined.ts'
import type { DryRunResult } from '../ports/dry-run.ts'
import type { StructurePart } from '../ports/table-structure.ts'
import type { TargetRequest } from '../ports/target-request.ts'
import { sharedStepProcesses } from '../step-process/shared-step-processes.ts'
import { dryRunDestination } from './dry-run-destination.ts'
import type { StreamRun } from './move-stream.ts'
import type { StepBinder } from './plan/plan-steps.ts'
import { type PlannedStreams, planStreams } from './plan/plan-streams.ts'
import type { MoveRequest } from './run/move-request.ts'
import type { Ends } from './run/open-both.ts'
import type { StreamTracker } from './run/stream-tracker.ts'

/** The findings of a dry run are reported with their stream. */
export async function planMove(
  ends: Ends & Pick<StreamRun, 'rowBudget'>,
  binder: StepBinder,
  request: MoveRequest,
  {
    targets,
    structure,
  }: { readonly targets: Map<string, TargetRequest>; readonly structure: readonly StructurePart[] | undefined },
): Promise<PlannedStreams> {
  const { streams, only, fence, onEvent, stateOf, rejects, knownTargets, context, dry = false } = request
  const { stepProcesses = sharedStepProcesses() } = request
  let trackers: readonly StreamTracker[] = []
  const reportDryRun = ({ target }: TargetRequest, result: DryRunResult) => {
    const tracker = trackers.find(({ progress }) => progress.target === target)
    if (!tracker) return
    if ('difference' in result) {
      tracker.compared(result.difference)
      for (const note of result.notes ?? []) tracker.log('info', note, 'destination')
    } else tracker.hasMessage()
    onEvent({ kind: 'dry-run', entity: tracker.progress.entity, result })
  }
  const planned = await planStreams(streams, {
    ...ends,
    ...defined({
      destination: dry
        ? dryRunDestination(ends.destination, reportDryRun, (prepared) => targets.set(prepared.target, prepared))
        : undefined,
    }),
    fence,
    onEvent,
    binder,
    isRowLimited: ends.rowBudget !== undefined,
    ...defined({
      stateOf,
      knownTargets,
      rejects,
      only,
      structure,
      startedAt: context.run?.startedAt,
      moments: await request.source.connector.changeLog?.moments(),
    }),
    dry,
    openProcess: () => stepProcesses.open(),
  })
  trackers = planned.trackers
  return planned
}
