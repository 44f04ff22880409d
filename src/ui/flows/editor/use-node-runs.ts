import { useMemo } from 'react'

import type { Run } from '../../../core/runs/run.ts'
import { progressOf } from '../../runs/run-progress.ts'
import { useRate } from '../../runs/use-rate.ts'
import type { NodeRuns } from './canvas-nodes.ts'

/** The run as its nodes show it: rows read at the source, rows written at the destination. */
export function useNodeRuns(run: Run | undefined): NodeRuns {
  const progress = useMemo(() => run && progressOf(run), [run])
  const readRate = useRate(run?.id, progress?.rowsRead)
  const writeRate = useRate(run?.id, progress?.rowsWritten)
  const status = run?.status
  return useMemo(() => {
    if (!progress || status === undefined) return { source: undefined, destination: undefined }
    const { fraction } = progress
    return {
      source: { status, rows: progress.rowsRead, rowsPerSecond: readRate, fraction },
      destination: { status, rows: progress.rowsWritten, rowsPerSecond: writeRate, fraction },
    }
  }, [progress, status, readRate, writeRate])
}
