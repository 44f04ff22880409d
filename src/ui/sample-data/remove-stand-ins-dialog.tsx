import { useLingui } from '@lingui/react/macro'

import type { StandInParts } from '../../core/sample-data/stand-ins.ts'
import { ConsequenceList } from '../kit/consequence-list/consequence-list.tsx'
import { AlertDialog } from '../kit/dialog/alert-dialog.tsx'
import { useRemoveStandIns } from './use-stand-ins.ts'

/** Names what goes before all stand-ins are removed. */
export function RemoveStandInsDialog({ parts, onClose }: { parts: StandInParts; onClose(): void }) {
  const { t } = useLingui()
  const { mutate: remove, isPending } = useRemoveStandIns()
  const named = (list: StandInParts['flows']) => list.map(({ name }) => name).join(', ')
  const [flows, connections, integrations] = [named(parts.flows), named(parts.connections), named(parts.integrations)]
  return (
    <AlertDialog
      title={t`Remove all test accounts?`}
      description={t`The trash keeps them for 30 days. Test accounts forget what was written to them; sample databases of Postgres stay.`}
      confirmLabel={t`Remove all test accounts`}
      isBusy={isPending}
      onConfirm={() => remove(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <ConsequenceList
        items={[
          ...(parts.flows.length > 0 ? [t`Flows that use them: ${flows}`] : []),
          ...(parts.connections.length > 0 ? [t`Connections: ${connections}`] : []),
          t`Integrations: ${integrations}`,
        ]}
      />
    </AlertDialog>
  )
}
