import { Trans, useLingui } from '@lingui/react/macro'

import type { Connection } from '../../core/connections/connection.ts'
import type { Integration } from '../../core/integrations/integration.ts'
import { AlertDialog } from '../kit/alert-dialog/alert-dialog.tsx'
import { Callout } from '../kit/callout/callout.tsx'
import { ConsequenceList } from '../kit/consequence-list/consequence-list.tsx'
import { useRefusal } from '../organizations/use-refusal.ts'
import { useRemoveIntegration } from './use-integrations.ts'

interface DeleteIntegrationDialogProps {
  readonly integration: Integration
  /** Those that use it: while there are any, it cannot be deleted. */
  readonly connections: readonly Connection[]
  onClose(): void
}

export function DeleteIntegrationDialog({ integration, connections, onClose }: DeleteIntegrationDialogProps) {
  const { t } = useLingui()
  const { mutate: remove, isPending } = useRemoveIntegration()
  const refusal = useRefusal('integration.write')
  const { id, name } = integration
  const isUsed = connections.length > 0
  return (
    <AlertDialog
      title={<Trans>Delete {name}?</Trans>}
      description={t`This cannot be undone.`}
      confirmLabel={t`Delete`}
      isBusy={isPending}
      disabledReason={refusal ?? (isUsed ? t`Delete the connections that use it first` : undefined)}
      onConfirm={() => remove(id, { onSettled: onClose })}
      onCancel={onClose}
    >
      {isUsed ? (
        <Callout tone="warning" title={<Trans>Used by these connections</Trans>}>
          <ConsequenceList items={connections.map((connection) => connection.name)} />
        </Callout>
      ) : (
        <ConsequenceList items={[t`Its stored credentials are deleted.`, t`No connection uses it.`]} />
      )}
    </AlertDialog>
  )
}
