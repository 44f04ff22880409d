import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import { isSkipped } from '../../../core/runs/scheduled-run.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { Button } from '../../kit/button/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useRun } from '../../queries/use-runs.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import { RunDetails } from '../../runs/run-details.tsx'
import { RunState } from '../../runs/run-state.tsx'

/** One run of the list, over it. */
export function RunDialog({ runId }: { runId: string }) {
  const { t } = useLingui()
  const { filter } = useListUrl()
  const { data: run, isPending, isError, error, refetch } = useRun(runId)
  const name = run?.flowName
  return (
    <Dialog
      size="lg"
      title={name === undefined ? <Trans>Run</Trans> : <Trans>Run of {name}</Trans>}
      description={run && <RunState status={run.status} isSkipped={isSkipped(run)} />}
      onClose={() => filter({ run: '', log: undefined, find: undefined, line: undefined })}
      footer={
        run && (
          <Button asChild>
            <Link to="/floweditor/$id" params={{ id: run.flowId }} search={{ tab: 'runs', run: runId }}>
              <Trans>Open the flow</Trans>
            </Link>
          </Button>
        )
      }
    >
      {isPending && <SkeletonRows count={3} />}
      {isError && <ErrorState title={t`The run could not be loaded`} error={error} onRetry={() => void refetch()} />}
      {run && <RunDetails run={run} />}
    </Dialog>
  )
}
