import { Trans, useLingui } from '@lingui/react/macro'

import type { Connection } from '../../../core/connections/connection.ts'
import { connectionTypeOf, isConnectionType } from '../../../core/connections/connection-type-of.ts'
import type { Credentials } from '../../../core/integrations/integration.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useAddConnection } from '../../queries/use-connection-changes.ts'
import { useIntegrationDetails } from '../../queries/use-integrations.ts'
import type { FlowEnd } from '../flow-end.ts'
import { useConnectionDisabledReason } from '../use-connection-disabled-reason.ts'
import { draftOf, toUnsaved } from './connection-draft.ts'
import { ConnectionForm } from './connection-form.tsx'
import { textsOf } from './connection-values.ts'

interface CloneConnectionDialogProps {
  readonly end: FlowEnd
  readonly connection: Connection
  onClose(): void
}

/** A second connection with all values of the first except its secrets, which never leave the server. */
export function CloneConnectionDialog(props: CloneConnectionDialogProps) {
  const { connection, onClose } = props
  const { name, type, integrationId } = connection
  const { label, merged } = connectionTypeOf(type)
  return (
    <Dialog title={<Trans>Clone {name}</Trans>} description={label} onClose={onClose}>
      {merged && integrationId !== undefined ? (
        <WithEndpoint {...props} integrationId={integrationId} />
      ) : (
        <CloneForm {...props} />
      )}
    </Dialog>
  )
}

/** Host, port and similar fields; if a server does not return them, the user must type them. */
function WithEndpoint({ integrationId, ...props }: CloneConnectionDialogProps & { readonly integrationId: string }) {
  const { data, isPending } = useIntegrationDetails(integrationId)
  if (isPending) return <SkeletonRows count={3} />
  return <CloneForm {...props} {...(data && { endpoint: data.credentials })} />
}

function CloneForm(props: CloneConnectionDialogProps & { readonly endpoint?: Credentials }) {
  const { connection, endpoint, onClose } = props
  const { t } = useLingui()
  const { mutate: addConnection, isPending, error } = useAddConnection()
  const { name, type, capability, integrationId, config } = connection
  const disabledReason = useConnectionDisabledReason()(type)
  if (!isConnectionType(type)) return null
  return (
    <ConnectionForm
      type={type}
      initial={{
        name: t`${name} (copy)`,
        capability,
        ...(integrationId !== undefined && { integrationId }),
        config: textsOf(config),
        ...(endpoint && { credentials: textsOf(endpoint) }),
      }}
      isSaving={isPending}
      saveError={error}
      disabledReason={disabledReason}
      toUnsaved={(values) => toUnsaved(type, values)}
      onSubmit={(values) => addConnection(draftOf(type, values), { onSuccess: onClose })}
    />
  )
}
