import { Trans, useLingui } from '@lingui/react/macro'

import type { Connection } from '../../core/connections/connection.ts'
import type { Integration } from '../../core/integrations/integration.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { DeleteEntryDialog } from '../lists/delete-entry-dialog.tsx'
import { useRemoveIntegration } from '../queries/use-integrations.ts'

interface DeleteIntegrationDialogProps {
  readonly integration: Integration
  /** The connections that use it: while there are any, it cannot be deleted. */
  readonly connections: readonly Connection[]
  onClose(): void
}

export function DeleteIntegrationDialog({ integration, connections, onClose }: DeleteIntegrationDialogProps) {
  const { t } = useLingui()
  const { mutate: remove, isPending } = useRemoveIntegration()
  const disabledReason = useDisabledReason('integration.write')
  const { id, name } = integration
  return (
    <DeleteEntryDialog
      name={name}
      disabledReason={disabledReason}
      users={connections.map((connection) => connection.name)}
      usersTitle={<Trans>Used by these connections</Trans>}
      usersReason={t`Delete the connections that use it first`}
      consequences={[t`No connection uses it.`]}
      isBusy={isPending}
      onConfirm={() => remove(id, { onSettled: onClose })}
      onCancel={onClose}
    />
  )
}
