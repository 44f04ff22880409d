import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import type { RunSummary } from '../../../core/runs/run.ts'
import { totalsOf } from '../../../core/runs/run-totals.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { AlertDialog } from '../../kit/dialog/alert-dialog.tsx'
import { cacheRunEvent } from '../../queries/cache-run-event.ts'
import { useRun } from '../../queries/use-runs.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** Shows what has happened so far and what will not happen. Closes by itself if the run ends first. */
export function CancelRunDialog({ run: { id, status }, onClose }: { run: RunSummary; onClose(): void }) {
  const { t } = useLingui()
  const { number } = useFormats()
  const disabledReason = useDisabledReason('run.cancel')
  const { data: run } = useRun(id)
  const { mutate: cancel, isPending } = useCancelRun()
  if (isFinal(status)) return null
  const totals = run && totalsOf(run)
  const rows = number(totals?.rowsRead ?? 0)
  const arrived = totals?.rowsArrived ?? 0
  return (
    <AlertDialog
      title={<Trans>Cancel this run?</Trans>}
      description={
        arrived > 0 ? (
          <Trans>
            Rows read: {rows}; {number(arrived)} in finished tables stay. Other tables keep their old data.
          </Trans>
        ) : (
          <Trans>Rows read: {rows}. The destination keeps its old data.</Trans>
        )
      }
      confirmLabel={t`Cancel the run`}
      cancelLabel={t`Let it run`}
      isBusy={isPending}
      disabledReason={disabledReason}
      onConfirm={() => cancel(id, { onSettled: onClose })}
      onCancel={onClose}
    />
  )
}

function useCancelRun() {
  const { cancelRun } = useServices()
  const queryClient = useQueryClient()
  const organization = useActiveOrganization()
  return useMutation({
    mutationFn: (id: string) => unwrap(cancelRun(id)),
    onSuccess: (run) => cacheRunEvent(queryClient, organization.id, run),
  })
}
