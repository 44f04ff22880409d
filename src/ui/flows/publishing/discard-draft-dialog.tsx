import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { TRASH_DAYS } from '../../../core/catalog/trash.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { ActionError } from '../../errors/action-error.tsx'
import { AlertDialog } from '../../kit/dialog/alert-dialog.tsx'
import { useWriteDisabledReason } from '../../queries/use-write-disabled-reason.ts'
import { useDiscardDraft } from './use-publish-flow.ts'

interface DiscardDraftDialogProps {
  readonly flow: Flow
  onClose(): void
}

/** Asks before the edits go to the trash. */
export function DiscardDraftDialog({ flow, onClose }: DiscardDraftDialogProps) {
  const { t } = useLingui()
  const { mutate: discard, isPending, error } = useDiscardDraft(flow)
  const changes = flow.draft?.changes ?? 0
  return (
    <AlertDialog
      title={<Plural value={changes} one="Discard # change?" other="Discard # changes?" />}
      description={<Trans>The trash keeps the draft for {TRASH_DAYS} days.</Trans>}
      confirmLabel={t`Discard the draft`}
      isBusy={isPending}
      disabledReason={useWriteDisabledReason(flow)}
      onConfirm={() => discard(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <ActionError error={error} />
    </AlertDialog>
  )
}
