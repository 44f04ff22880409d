import { Trans, useLingui } from '@lingui/react/macro'

import type { Connection } from '../../core/connections/connection.ts'
import { connectionTypeOf } from '../../core/connections/connection-type-of.ts'
import { useFlows } from '../flows/use-flows.ts'
import { AlertDialog } from '../kit/alert-dialog/alert-dialog.tsx'
import { Callout } from '../kit/callout/callout.tsx'
import { ConsequenceList } from '../kit/consequence-list/consequence-list.tsx'
import { flowsUsing } from './flow-end.ts'
import { useConnectionRefusal } from './use-connection-refusal.ts'
import { useRemoveConnection } from './use-connections.ts'

/** A connection that flows use cannot be deleted; the dialog says which they are. */
export function DeleteConnectionDialog({ connection, onClose }: { connection: Connection; onClose(): void }) {
  const { t } = useLingui()
  const { data: flows = [] } = useFlows()
  const { mutate: remove, isPending } = useRemoveConnection()
  const { name, type } = connection
  const refusal = useConnectionRefusal()(type)
  const using = flowsUsing(flows, connection.id)
  const isUsed = using.length > 0

  return (
    <AlertDialog
      title={<Trans>Delete {name}?</Trans>}
      description={t`This cannot be undone.`}
      confirmLabel={t`Delete`}
      isBusy={isPending}
      disabledReason={refusal ?? (isUsed ? t`Delete the flows that use it first` : undefined)}
      onConfirm={() => remove(connection, { onSettled: onClose })}
      onCancel={onClose}
    >
      {isUsed ? (
        <Callout tone="warning" title={<Trans>Used by these flows</Trans>}>
          <ConsequenceList items={using.map((flow) => flow.name)} />
        </Callout>
      ) : (
        <ConsequenceList
          items={[
            ...(connectionTypeOf(type).merged ? [t`Its stored credentials are deleted too.`] : []),
            t`No data in ${name} is touched.`,
            t`No flow uses it.`,
          ]}
        />
      )}
    </AlertDialog>
  )
}
