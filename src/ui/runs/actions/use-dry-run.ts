import { useServices } from '../../services/services.tsx'
import { useAskPrice } from '../price/price-questions.tsx'
import { useNewRun } from './use-new-run.ts'

/** Starts a dry run of a flow or of its draft, or a comparison of both sides; asks first if it costs money. @param onStarted receives its id */
export function useDryRun(
  flowId: string,
  onStarted: (runId: string) => void,
  kind: 'dry-run' | 'draft' | 'compare' = 'dry-run',
) {
  const { dryRunFlow, verifyFlow } = useServices()
  const askPrice = useAskPrice()
  const { mutate, isPending } = useNewRun(
    flowId,
    () => (kind === 'compare' ? verifyFlow(flowId) : dryRunFlow(flowId, kind === 'draft' ? kind : undefined)),
    onStarted,
  )
  return { isPending, start: () => askPrice({ flowId, isDry: true, start: () => mutate() }) }
}
