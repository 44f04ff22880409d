import { useMemo } from 'react'

import { RUN_KINDS } from '../../../../core/catalog/runs/run-kinds.ts'
import { isTrouble, type RunStatus } from '../../../../core/catalog/runs/run-states.ts'
import type { Transformation } from '../../../../core/flows/flow.ts'
import { rowsPerSecond } from '../../../../core/runs/live/run-pace.ts'
import { rowsThroughSteps, stepsThatRan } from '../../../../core/runs/rows/rows-through-steps.ts'
import type { Run } from '../../../../core/runs/run.ts'
import { progressOf } from '../../../runs/state/run-progress.ts'
import type { NodeRunState } from './node-run.tsx'
import type { StepRunState } from './step-node.tsx'

/** The state of the last run at each node. */
export interface NodeRuns {
  readonly source: NodeRunState | undefined
  readonly destination: NodeRunState | undefined
  step(stepId: string): StepRunState | undefined
}

const NONE: NodeRuns = { source: undefined, destination: undefined, step: () => undefined }

/** The run in the form of nodes: rows read at the source, rows before and after each step, rows written at the destination. */
export function useNodeRuns(run: Run | undefined, steps: readonly Transformation[]): NodeRuns {
  return useMemo(() => {
    if (!run) return NONE
    const { startedAt, finishedAt } = run
    const { rowsRead, rowsWritten, fraction } = progressOf(run)
    // Counted with the steps of the run, which may be others than those of the flow now.
    const through = rowsThroughSteps(run)
    const ran = new Set(stepsThatRan(run, steps).map(({ id }) => id))
    const { reads, result } = RUN_KINDS[run.kind]
    const shared = { status: statusOfEnds(run), kind: run.kind, startedAt, finishedAt, fraction }
    return {
      source: { ...shared, rows: reads === 'source' ? rowsRead : undefined, rowsPerSecond: rowsPerSecond(run) },
      destination: {
        ...shared,
        rows: reads === 'nothing' || result === 'compared' ? undefined : rowsWritten,
        rowsPerSecond: undefined,
      },
      step: (stepId) =>
        ran.has(stepId) ? { status: statusOfStep(run, stepId), kind: run.kind, rows: through.get(stepId) } : undefined,
    }
  }, [run, steps])
}

/** If a step failed, source and destination did not. */
const statusOfEnds = ({ status, error }: Run): RunStatus | undefined =>
  isTrouble(status) && error?.node !== undefined ? undefined : status

/** A run that failed, completely or partly, shows the node, if known; the other steps show no state. */
function statusOfStep({ status, error }: Run, stepId: string): RunStatus | undefined {
  if (!isTrouble(status)) return status
  return error?.node === stepId ? 'failed' : undefined
}
