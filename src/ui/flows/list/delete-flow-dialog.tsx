import { Trans, useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import { errorText } from '../../errors/error-text.ts'
import { AlertDialog } from '../../kit/alert-dialog/alert-dialog.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { ConsequenceList } from '../../kit/consequence-list/consequence-list.tsx'
import { useDeleteFlow } from '../../queries/use-flows.ts'

interface DeleteFlowDialogProps {
  readonly flow: Flow
  onDeleted(): void
  onClose(): void
}

export function DeleteFlowDialog({ flow: { id, name }, onDeleted, onClose }: DeleteFlowDialogProps) {
  const { t, i18n } = useLingui()
  const { mutate: remove, isPending, error } = useDeleteFlow()
  return (
    <AlertDialog
      title={<Trans>Delete {name}?</Trans>}
      description={t`This cannot be undone.`}
      confirmLabel={t`Delete`}
      isBusy={isPending}
      onConfirm={() => remove(id, { onSuccess: onDeleted })}
      onCancel={onClose}
    >
      <ConsequenceList
        items={[
          t`The flow and the history of its runs are deleted.`,
          t`Data that it moved stays where it is.`,
          t`Its source and destination stay.`,
        ]}
      />
      {error && <Callout tone="danger">{errorText(i18n, error)}</Callout>}
    </AlertDialog>
  )
}
