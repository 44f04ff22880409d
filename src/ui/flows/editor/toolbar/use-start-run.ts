import type { Flow } from '../../../../core/flows/flow.ts'
import { isRunning } from '../../../queries/use-flows.ts'
import { useRunFlow } from '../../../runs/actions/use-run-flow.ts'

interface StartRunDeps {
  readonly flow: Flow
  readonly runDisabledReason: string | undefined
  /** Saves unsaved changes; resolves with whether everything is saved. */
  flush(): Promise<boolean>
  /** It was tried, and is not possible now. */
  onRefused(): void
  onStarted(runId: string): void
}

/** Runs the edited flow, once everything is saved. */
export function useStartRun({ flow, runDisabledReason, flush, onRefused, onStarted }: StartRunDeps) {
  const { start: run, isPending: isStarting } = useRunFlow()
  const start = async () => {
    if (runDisabledReason !== undefined) return onRefused()
    if (isRunning(flow)) return
    if (await flush()) run(flow.id, onStarted)
  }
  return { isStarting, start: () => void start() }
}
