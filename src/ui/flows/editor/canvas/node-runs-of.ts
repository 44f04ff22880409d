import { RUN_KINDS } from '../../../../core/catalog/runs/run-kinds.ts'
import { isTrouble } from '../../../../core/catalog/runs/run-states.ts'
import { type RunVerdict, verdictOf } from '../../../../core/catalog/runs/verdict/run-verdict.ts'
import type { Transformation } from '../../../../core/flows/flow.ts'
import { rowsPerSecond } from '../../../../core/runs/live/run-pace.ts'
import { type RowsThrough, rowsThroughSteps, stepsThatRan } from '../../../../core/runs/rows/rows-through-steps.ts'
import type { Run } from '../../../../core/runs/run.ts'
import { verdictOfRun } from '../../../../core/runs/verdict-of-run.ts'
import { progressOf } from '../../../runs/state/run-progress.ts'
import type { StepRunState } from './step-node.tsx'
import type { NodeRuns } from './use-node-runs.ts'

/** The run in the form of nodes: rows read at the source, rows before and after each step, rows written at the destination. */
export function nodeRunsOf(run: Run, steps: readonly Transformation[]): NodeRuns {
  const { startedAt, finishedAt } = run
  const { rowsRead, rowsWritten, fraction } = progressOf(run)
  // Counted with the steps of the run, which may be others than those of the flow now.
  const through = rowsThroughSteps(run)
  const ran = new Set(stepsThatRan(run, steps).map(({ id }) => id))
  const { reads, result } = RUN_KINDS[run.kind]
  const shared = { runId: run.id, status: run.status, startedAt, finishedAt, fraction }
  return {
    source: {
      ...shared,
      verdict: verdictOfEnd(run, 'source'),
      rows: reads === 'source' ? rowsRead : undefined,
      rowsPerSecond: rowsPerSecond(run),
    },
    destination: {
      ...shared,
      verdict: verdictOfEnd(run, 'destination'),
      rows: reads === 'nothing' || result === 'compared' ? undefined : rowsWritten,
      rowsPerSecond: undefined,
    },
    step: (stepId) => (ran.has(stepId) ? stepRun(run, stepId, through.get(stepId)) : undefined),
  }
}

/** A step or an end that failed says so; the others did not. */
const verdictOfEnd = (run: Run, end: 'source' | 'destination'): RunVerdict | undefined => {
  const { node, side = end } = run.error ?? {}
  return isTrouble(run.status) && (node !== undefined || side !== end) ? undefined : verdictOfRun(run)
}

/** Only what is known of the step itself: that it failed, whatever was counted for other tables, or the rows around it. */
function stepRun(run: Run, stepId: string, rows: RowsThrough | undefined): StepRunState | undefined {
  const { status, error } = run
  if (isTrouble(status) && error?.node === stepId)
    return { verdict: verdictOf({ status: 'failed', kind: run.kind }), rows: undefined }
  return rows && { verdict: isTrouble(status) ? undefined : verdictOfRun(run), rows }
}
