import { isDry } from '../catalog/runs/run-kinds.ts'
import type { Run, RunStream } from './run.ts'

/**
 * Whether a table of a run is open at once: it failed, rejected rows, changed its columns, or is not what it should be.
 * @param isExplained the notice of the run says why the table failed
 */
export function needsLook({ kind }: Pick<Run, 'kind'>, stream: RunStream, isExplained = false): boolean {
  const { status, error, rowsRejected, columnChanges = [], renamedColumns = [], receipt, difference } = stream
  if (!isExplained && (status === 'failed' || error)) return true
  if (rowsRejected > 0) return true
  if (columnChanges.length + renamedColumns.length > 0) return true
  if (receipt?.dataChecks?.some(({ state }) => state !== 'passed')) return true
  if (!isDry(kind) || status !== 'succeeded') return false
  if (!difference) return kind === 'dry-run'
  return differs(stream) || (kind === 'compare' && (difference.unknown ?? 0) > 0)
}

/** Whether a dry run or a comparison has found rows that are not the same on both sides. */
export function differs({ difference }: RunStream): boolean {
  if (!difference) return false
  return difference.created + difference.changed + difference.removed + (difference.marked ?? 0) > 0
}
