import type { RetryChoice } from '../../../core/runs/retry-choice.ts'
import type { Run } from '../../../core/runs/run.ts'
import { isSqlAfterLeft } from '../../../core/runs/sql-after.ts'
import { useServices } from '../../services/services.tsx'
import { useAskPrice } from '../price/price-questions.tsx'
import { useNewRun } from './use-new-run.ts'
import { useOpenRun } from './use-open-run.ts'

/** Runs the tables that did not arrive again, and opens that run; asks first if it costs money. */
export function useRetryRun(run: Run, how: RetryChoice = {}) {
  const { retryRun } = useServices()
  const askPrice = useAskPrice()
  const { mutate, isPending, error } = useNewRun(run.flowId, () => retryRun(run.id, how), useOpenRun())
  const start = () => mutate()
  const entities = run.streams.filter(({ status }) => status !== 'succeeded').map(({ entity }) => entity)
  return {
    isPending,
    error,
    // The SQL after the rows reads nothing.
    start: () => (isSqlAfterLeft(run) ? start() : askPrice({ flowId: run.flowId, entities, start })),
  }
}
