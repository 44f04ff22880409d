import { isFinal } from '../catalog/runs/run-states.ts'
import type { Run } from './run.ts'

/** The number of rows of the source that a comparison found to be missing or different in the destination. */
export function differingRows({ kind, status, streams }: Pick<Run, 'kind' | 'status' | 'streams'>): number {
  if (kind !== 'compare' || !isFinal(status)) return 0
  return streams.reduce((rows, { difference }) => rows + (difference?.created ?? 0) + (difference?.changed ?? 0), 0)
}
