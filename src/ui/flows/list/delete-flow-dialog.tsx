import { Trans, useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { errorText } from '../../errors/error-text.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { ConsequenceList } from '../../kit/consequence-list/consequence-list.tsx'
import { AlertDialog } from '../../kit/dialog/alert-dialog.tsx'
import { useDeletionWords } from '../../queries/use-deletion-words.ts'
import { useDeleteFlow, useFlows } from '../../queries/use-flows.ts'

interface DeleteFlowDialogProps {
  readonly flow: Flow
  onDeleted(): void
  onClose(): void
}

export function DeleteFlowDialog({ flow: { id, name, draft, mirror }, onDeleted, onClose }: DeleteFlowDialogProps) {
  const { t, i18n } = useLingui()
  const { mutate: remove, isPending, error } = useDeleteFlow()
  const disabledReason = useDisabledReason('flow.write')
  const { data: flows = [] } = useFlows()
  const followers = flows.filter(({ config }) => config.after?.flowIds.includes(id)).map((flow) => flow.name)
  const names = followers.join(', ')
  return (
    <AlertDialog
      title={<Trans>Delete {name}?</Trans>}
      description={useDeletionWords()}
      confirmLabel={t`Delete`}
      isBusy={isPending}
      disabledReason={disabledReason}
      onConfirm={() => remove(id, { onSuccess: onDeleted })}
      onCancel={onClose}
    >
      <ConsequenceList
        items={[
          ...(mirror && mirror.wanted !== 'off' ? [t`The source forgets the mirror’s log.`] : []),
          t`A run under way is cancelled.`,
          ...(followers.length > 0 ? [t`These flows no longer start: ${names}.`] : []),
          ...(draft ? [t`Its draft goes with it.`] : []),
          t`The history of its runs stays.`,
          t`Data that it moved stays.`,
          t`Its source and destination stay.`,
        ]}
      />
      {error && <Callout tone="danger">{errorText(i18n, error)}</Callout>}
    </AlertDialog>
  )
}
