import type { RunStatus } from '../../../../core/catalog/runs/run-states.ts'
import { useChartDefaults } from '../../../charts/chart-defaults.tsx'

/** The colour of a run by its result. */
export function useRunColors(): (status: RunStatus) => string {
  const { colors } = useChartDefaults()
  const byStatus: Readonly<Record<RunStatus, string>> = {
    queued: colors.active,
    running: colors.active,
    committing: colors.active,
    succeeded: colors.succeeded,
    partially_succeeded: colors.partiallySucceeded,
    failed: colors.failed,
    cancelled: colors.cancelled,
  }
  return (status) => byStatus[status]
}
