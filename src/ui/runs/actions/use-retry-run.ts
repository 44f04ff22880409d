import type { RetryChoice } from '../../../core/runs/retry-choice.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useServices } from '../../services/services.tsx'
import { useNewRun } from './use-new-run.ts'
import { useOpenRun } from './use-open-run.ts'

/** Runs the tables that did not arrive again, and opens that run. */
export function useRetryRun({ id, flowId }: Pick<Run, 'id' | 'flowId'>, how: RetryChoice = {}) {
  const { retryRun } = useServices()
  return useNewRun(flowId, () => retryRun(id, how), useOpenRun())
}
