import { useServices } from '../../services/services.tsx'
import { useNewRun } from './use-new-run.ts'

/** Starts a dry run of a flow, or a comparison of both sides. @param onStarted receives its id */
export function useDryRun(
  flowId: string,
  onStarted: (runId: string) => void,
  what: 'dry run' | 'comparison' = 'dry run',
) {
  const { dryRunFlow, verifyFlow } = useServices()
  return useNewRun(flowId, () => (what === 'comparison' ? verifyFlow(flowId) : dryRunFlow(flowId)), onStarted)
}
