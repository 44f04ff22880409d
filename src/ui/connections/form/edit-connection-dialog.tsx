import { Trans } from '@lingui/react/macro'

import type { Connection } from '../../../core/connections/connection.ts'
import { connectionTypeOf, isConnectionType } from '../../../core/connections/connection-type-of.ts'
import type { Credentials } from '../../../core/integrations/integration.ts'
import { integrationTypeOf } from '../../../core/integrations/integration-type-of.ts'
import { useIsAllowed } from '../../access/use-active-organization.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useUpdateConnection } from '../../queries/use-connections.ts'
import { useIntegrationDetails } from '../../queries/use-integrations.ts'
import { ConnectionForm } from './connection-form.tsx'
import { type ConnectionValues, textsOf, toCredentials } from './connection-values.ts'

interface EditConnectionDialogProps {
  readonly connection: Connection
  onClose(): void
}

export function EditConnectionDialog({ connection, onClose }: EditConnectionDialogProps) {
  const { name, type, integrationId } = connection
  const { label, merged } = connectionTypeOf(type)
  return (
    <Dialog title={<Trans>Edit {name}</Trans>} description={label} onClose={onClose}>
      {merged && integrationId ? (
        <WithStoredCredentials connection={connection} integrationId={integrationId} onClose={onClose} />
      ) : (
        <EditForm connection={connection} onClose={onClose} />
      )}
    </Dialog>
  )
}

function WithStoredCredentials(props: EditConnectionDialogProps & { readonly integrationId: string }) {
  const { connection, integrationId, onClose } = props
  const { data, isPending, error, refetch } = useIntegrationDetails(integrationId)
  if (isPending) return <SkeletonRows count={3} />
  // A form in use stays open when a reload behind it fails.
  if (!data) {
    const title = <Trans>The stored settings could not be loaded</Trans>
    return <ErrorState title={title} error={error} onRetry={() => void refetch()} />
  }
  return <EditForm connection={connection} stored={data.credentials} onClose={onClose} />
}

function EditForm({ connection, stored, onClose }: EditConnectionDialogProps & { readonly stored?: Credentials }) {
  const { mutate: updateConnection, isPending, error } = useUpdateConnection()
  const disabledReason = useDisabledReason('connection.write')
  const mayChangeCredentials = useIsAllowed('integration.write')
  const { type, name, capability, integrationId } = connection

  const changeOf = (values: ConnectionValues) => ({
    name: values.name.trim(),
    capability: values.capability,
    config: {
      ...connection.config,
      ...toCredentials(connectionTypeOf(type).fields, { values: values.config }, connection.config),
    },
    ...(stored &&
      mayChangeCredentials && {
        credentials: toCredentials(
          integrationTypeOf(type).fields,
          { values: values.credentials, removed: values.removed },
          stored,
        ),
      }),
  })
  const ids = { id: connection.id, ...(integrationId !== undefined && { integrationId }) }

  return (
    <ConnectionForm
      type={type}
      initial={{
        name,
        capability,
        ...(integrationId !== undefined && { integrationId }),
        config: textsOf(connection.config),
        ...(stored && { storedCredentials: stored }),
      }}
      isSaving={isPending}
      saveError={error}
      disabledReason={disabledReason}
      {...(isConnectionType(type) && { toUnsaved: (values) => ({ ...changeOf(values), ...ids, type }) })}
      onSubmit={(values) => updateConnection({ connection, update: changeOf(values) }, { onSuccess: onClose })}
    />
  )
}
