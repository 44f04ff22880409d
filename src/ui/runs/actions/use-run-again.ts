import { useLingui } from '@lingui/react/macro'

import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { useRunFlow } from '../../queries/use-flows.ts'

/** Runs the flow of a run again, in its current version. @param onStarted receives the id of the new run */
export function useRunAgain({ flowId, isFlowDeleted, status, draft }: Run, onStarted?: (runId: string) => void) {
  const { t } = useLingui()
  const { mutate: runFlow, isPending } = useRunFlow()
  const disabledReason = useDisabledReason('flow.run')
  return {
    isPending,
    disabledReason:
      disabledReason ??
      (draft
        ? t`This was a dry run of a file`
        : isFlowDeleted
          ? t`The flow was deleted`
          : isFinal(status)
            ? undefined
            : t`Running already`),
    start: () =>
      runFlow(flowId, { onSuccess: (started) => started?.runId !== undefined && onStarted?.(started.runId) }),
  }
}
