import { dollarsPerRequest } from '../../../../core/catalog/connections/connection-types.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import { isRunning, useRunFlow } from '../../../queries/use-flows.ts'

interface StartRunDeps {
  readonly flow: Flow
  readonly runDisabledReason: string | undefined
  /** Saves unsaved changes; resolves with whether everything is saved. */
  flush(): Promise<boolean>
  /** It was tried, and is not possible now. */
  onRefused(): void
  onAskPrice(): void
  onStarted(runId: string | undefined): void
}

/** Runs the edited flow; asks first if it costs money. */
export function useStartRun({ flow, runDisabledReason, flush, onRefused, onAskPrice, onStarted }: StartRunDeps) {
  const { mutate: run, isPending: isStarting } = useRunFlow()
  const start = async (isPriceAgreed = false) => {
    if (runDisabledReason !== undefined) return onRefused()
    if (isRunning(flow)) return
    if (!isPriceAgreed && dollarsPerRequest(flow.sourceConnection?.type ?? '') > 0) return onAskPrice()
    if (await flush()) run(flow.id, { onSuccess: (triggered) => onStarted(triggered?.runId) })
  }
  return { isStarting, start: (isPriceAgreed?: boolean) => void start(isPriceAgreed) }
}
