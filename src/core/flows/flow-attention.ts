import { isTrouble } from '../catalog/runs/run-states.ts'
import { hasPausedTables, mirrorCondition } from '../mirrors/mirror-condition.ts'
import type { Flow } from './flow.ts'

/** In this order people look at flows: failed, late, rows rejected, switched off, and last those that are fine. */
const ATTENTION = { failed: 0, late: 1, rejected: 2, off: 3, fine: 4 } as const

const attentionOf = ({ enabled, lastRun, lateSince, mirror }: Flow): number => {
  // Whoever switched it off knows of it, whatever its last run was.
  if (!enabled) return ATTENTION.off
  if (mirror && mirrorCondition(mirror.state) === 'waiting') return ATTENTION.failed
  if (mirror) return hasPausedTables(mirror) ? ATTENTION.rejected : ATTENTION.fine
  if (lastRun && isTrouble(lastRun.status)) return ATTENTION.failed
  if (lateSince !== undefined) return ATTENTION.late
  return (lastRun?.rowsRejected ?? 0) > 0 ? ATTENTION.rejected : ATTENTION.fine
}

/** What needs somebody comes first; otherwise the order stays. */
export const byAttention = (flows: readonly Flow[]): readonly Flow[] =>
  flows
    .map((flow) => ({ flow, rank: attentionOf(flow) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ flow }) => flow)
