import { Trans, useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { AlertDialog } from '../../kit/dialog/alert-dialog.tsx'
import { useWantMirror } from '../../queries/use-mirrors.ts'

interface EndMirrorDialogProps {
  readonly flow: Flow
  onClose(): void
}

/** Pausing keeps the log; ending does not. */
export function EndMirrorDialog({ flow: { id, name }, onClose }: EndMirrorDialogProps) {
  const { t } = useLingui()
  const { mutate: want, isPending } = useWantMirror(id)
  return (
    <AlertDialog
      title={<Trans>End the mirror of {name}?</Trans>}
      description={
        <Trans>The source forgets its log. Rows that arrived stay. Starting again copies every table.</Trans>
      }
      confirmLabel={t`End the mirror`}
      isBusy={isPending}
      disabledReason={useDisabledReason('flow.write')}
      onConfirm={() => want('off', { onSettled: onClose })}
      onCancel={onClose}
    />
  )
}
