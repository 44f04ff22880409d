import { useLingui } from '@lingui/react/macro'

import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { useDryRun } from './use-dry-run.ts'
import { useRunFlow } from './use-run-flow.ts'

/**
 * Runs the flow of a run again, in its current version; after a dry run or a comparison that too, so that nothing is written by surprise.
 * @param onStarted receives the id of the new run
 */
export function useRunAgain({ flowId, isFlowDeleted, kind, status, draft }: Run, onStarted?: (runId: string) => void) {
  const { t } = useLingui()
  const flowRun = useRunFlow()
  const dryRun = useDryRun(flowId, (runId) => onStarted?.(runId), kind === 'compare' ? kind : 'dry-run')
  const disabledReason = useDisabledReason('flow.run')
  return {
    isPending: flowRun.isPending || dryRun.isPending,
    disabledReason:
      disabledReason ??
      (draft
        ? draft.file === undefined
          ? t`A dry run of a draft`
          : t`A dry run of a file`
        : isFlowDeleted
          ? t`The flow was deleted`
          : isFinal(status)
            ? undefined
            : t`Running already`),
    start: () => (isDry(kind) ? dryRun.start() : flowRun.start(flowId, onStarted)),
  }
}
