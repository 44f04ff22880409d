import { useMemo } from 'react'

import type { RunStatus } from '../../../../core/catalog/run-states.ts'
import type { Run } from '../../../../core/runs/run.ts'
import { progressOf } from '../../../runs/run-progress.ts'
import { useRate } from '../../../runs/use-rate.ts'
import type { NodeRuns } from './canvas-nodes.ts'

/** The run as its nodes show it: rows read at the source, rows written at the destination. */
export function useNodeRuns(run: Run | undefined): NodeRuns {
  const progress = useMemo(() => run && progressOf(run), [run])
  const readRate = useRate(run?.id, progress?.rowsRead)
  const writeRate = useRate(run?.id, progress?.rowsWritten)
  return useMemo(() => {
    if (!progress || !run) return { source: undefined, destination: undefined, stepStatus: () => undefined }
    const { status, startedAt, finishedAt } = run
    const shared = { status, startedAt, finishedAt, fraction: progress.fraction }
    return {
      source: { ...shared, rows: progress.rowsRead, rowsPerSecond: readRate },
      destination: { ...shared, rows: progress.rowsWritten, rowsPerSecond: writeRate },
      stepStatus: (stepId) => stepStatusOf(run, stepId),
    }
  }, [progress, run, readRate, writeRate])
}

/** A run that failed says where, when it knows; the steps around that one tell nothing by themselves. */
function stepStatusOf({ status, error }: Run, stepId: string): RunStatus | undefined {
  if (status !== 'failed') return status
  return error?.node === stepId ? 'failed' : undefined
}
