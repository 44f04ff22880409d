import { Trans, useLingui } from '@lingui/react/macro'

import type { TrashEntry } from '../../core/trash/trash-entry.ts'
import { ConsequenceList } from '../kit/consequence-list/consequence-list.tsx'
import { AlertDialog } from '../kit/dialog/alert-dialog.tsx'
import { useDeletePermanently } from '../queries/use-trash.ts'
import { useTrashDisabledReason } from './use-trash-disabled-reason.ts'

export function DeletePermanentlyDialog({ entry, onClose }: { entry: TrashEntry; onClose(): void }) {
  const { t } = useLingui()
  const { mutate: remove, isPending } = useDeletePermanently()
  const disabledReason = useTrashDisabledReason(entry, 'delete-permanently')
  const { id, kind, name, neededBy } = entry
  return (
    <AlertDialog
      title={<Trans>Delete {name} now?</Trans>}
      description={t`This cannot be undone.`}
      confirmLabel={t`Delete now`}
      isBusy={isPending}
      disabledReason={disabledReason}
      onConfirm={() => remove(id, { onSettled: onClose })}
      onCancel={onClose}
    >
      <ConsequenceList
        items={[
          ...(kind === 'flow'
            ? [t`The positions of its tables are forgotten.`, t`Its runs, receipts and usage stay.`]
            : []),
          ...(kind === 'connection' || kind === 'integration' ? [t`The stored credentials are deleted.`] : []),
          ...neededBy.map((other) => t`${other.name} cannot be restored after that.`),
        ]}
      />
    </AlertDialog>
  )
}
