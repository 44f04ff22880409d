import { Trans, useLingui } from '@lingui/react/macro'

import type { Connection } from '../../../core/connections/connection.ts'
import { connectionTypeOf } from '../../../core/connections/connection-type-of.ts'
import { DeleteEntryDialog } from '../../lists/delete-entry-dialog.tsx'
import { useRemoveConnection } from '../../queries/use-connection-changes.ts'
import { useFlows } from '../../queries/use-flows.ts'
import { flowsUsing } from '../flow-end.ts'
import { useConnectionDisabledReason } from '../use-connection-disabled-reason.ts'

/** A connection in use cannot be deleted; the dialog lists its flows. */
export function DeleteConnectionDialog({ connection, onClose }: { connection: Connection; onClose(): void }) {
  const { t } = useLingui()
  const { data: flows = [] } = useFlows()
  const { mutate: remove, isPending } = useRemoveConnection()
  const { id, name, type } = connection
  const disabledReason = useConnectionDisabledReason('delete')(type)

  return (
    <DeleteEntryDialog
      name={name}
      disabledReason={disabledReason}
      users={flowsUsing(flows, id).map((flow) => flow.name)}
      usersTitle={<Trans>Used by these flows</Trans>}
      usersReason={t`Delete the flows that use it first`}
      consequences={[
        ...(connectionTypeOf(type).merged ? [t`Its credentials go with it.`] : []),
        t`No data in ${name} is touched.`,
        t`No flow uses it.`,
      ]}
      isBusy={isPending}
      onConfirm={() => remove(connection, { onSettled: onClose })}
      onCancel={onClose}
    />
  )
}
