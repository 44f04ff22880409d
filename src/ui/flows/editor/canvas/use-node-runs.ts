import { useMemo } from 'react'

import { isTrouble, type RunStatus } from '../../../../core/catalog/run-states.ts'
import type { Transformation } from '../../../../core/flows/flow.ts'
import { rowsThroughSteps } from '../../../../core/runs/rows-through-steps.ts'
import type { Run } from '../../../../core/runs/run.ts'
import { rowsPerSecond } from '../../../../core/runs/run-pace.ts'
import { progressOf } from '../../../runs/state/run-progress.ts'
import type { NodeRunState } from './node-run.tsx'
import type { StepRunState } from './step-node.tsx'

/** What the last run did, or does, at each node. */
export interface NodeRuns {
  readonly source: NodeRunState | undefined
  readonly destination: NodeRunState | undefined
  step(stepId: string): StepRunState | undefined
}

const NONE: NodeRuns = { source: undefined, destination: undefined, step: () => undefined }

/** The run as its nodes show it: rows read at the source, those that each step got and left, rows written at the destination. */
export function useNodeRuns(run: Run | undefined, steps: readonly Transformation[]): NodeRuns {
  return useMemo(() => {
    if (!run) return NONE
    const { startedAt, finishedAt } = run
    const { rowsRead, rowsWritten, fraction } = progressOf(run)
    const through = rowsThroughSteps(steps, run.streams)
    const shared = { status: statusOfEnds(run), startedAt, finishedAt, fraction }
    return {
      source: { ...shared, rows: rowsRead, rowsPerSecond: rowsPerSecond(run) },
      destination: { ...shared, rows: rowsWritten, rowsPerSecond: undefined },
      step: (stepId) => ({ status: statusOfStep(run, stepId), rows: through.get(stepId) }),
    }
  }, [run, steps])
}

/** Where a step broke, the ends did not. */
const statusOfEnds = ({ status, error }: Run): RunStatus | undefined =>
  isTrouble(status) && error?.node !== undefined ? undefined : status

/** A run that failed, as a whole or in part, says where, when it knows; the steps around that one tell nothing by themselves. */
function statusOfStep({ status, error }: Run, stepId: string): RunStatus | undefined {
  if (!isTrouble(status)) return status
  return error?.node === stepId ? 'failed' : undefined
}
