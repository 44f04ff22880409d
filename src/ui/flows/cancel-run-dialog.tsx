import { Trans, useLingui } from '@lingui/react/macro'

import type { Flow } from '../../core/flows/flow.ts'
import { totalsOf } from '../../core/runs/run-totals.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { AlertDialog } from '../kit/alert-dialog/alert-dialog.tsx'
import { isRunning } from '../queries/use-flows.ts'
import { useCancelRun, useRun } from '../queries/use-runs.ts'

/** Says what has happened so far and what will not. Gone by itself when the run is over first. */
export function CancelRunDialog({ flow, onClose }: { flow: Flow; onClose(): void }) {
  const { t } = useLingui()
  const { number } = useFormats()
  const runId = flow.lastRun?.id
  const { data: run } = useRun(runId)
  const { mutate: cancel, isPending } = useCancelRun()
  if (runId === undefined || !isRunning(flow)) return null
  const totals = run && totalsOf(run)
  const rows = number(totals?.rowsRead ?? 0)
  const arrived = totals?.arrivedRows ?? 0
  return (
    <AlertDialog
      title={<Trans>Cancel this run?</Trans>}
      description={
        arrived > 0 ? (
          <Trans>
            {rows} rows were read so far. {number(arrived)} of them are in finished tables and stay there. In the other
            tables, the destination keeps the data that it had before the run.
          </Trans>
        ) : (
          <Trans>{rows} rows were read so far. The destination keeps the data that it had before the run.</Trans>
        )
      }
      confirmLabel={t`Cancel the run`}
      cancelLabel={t`Let it run`}
      isBusy={isPending}
      onConfirm={() => cancel(runId, { onSettled: onClose })}
      onCancel={onClose}
    />
  )
}
