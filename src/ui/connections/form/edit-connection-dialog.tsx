import { Trans } from '@lingui/react/macro'

import { useState } from 'react'
import { defined } from '../../../core/catalog/defined.ts'
import type { Connection, ConnectionVersion } from '../../../core/connections/connection.ts'
import { connectionTypeOf, isConnectionType } from '../../../core/connections/connection-type-of.ts'
import type { Credentials } from '../../../core/integrations/integration.ts'
import { integrationTypeOf } from '../../../core/integrations/integration-type-of.ts'
import { useIsAllowed } from '../../access/use-active-organization.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useUpdateConnection } from '../../queries/use-connection-changes.ts'
import { useIntegrationDetails } from '../../queries/use-integrations.ts'
import { FailureError } from '../../services/unwrap.ts'
import { ConnectionForm } from './connection-form.tsx'
import { type ConnectionValues, textsOf, toCredentials } from './connection-values.ts'

interface EditConnectionDialogProps {
  readonly connection: Connection
  /** The settings of an earlier version, to fill the form with. */
  readonly earlier?: ConnectionVersion['settings'] | undefined
  onClose(): void
}

export function EditConnectionDialog({ connection, ...props }: EditConnectionDialogProps) {
  const { name, type, integrationId } = connection
  const { label, merged } = connectionTypeOf(type)
  const disabledReason = useDisabledReason('integration.details')
  return (
    <Dialog title={<Trans>Edit {name}</Trans>} description={label} onClose={props.onClose}>
      {merged && integrationId && disabledReason !== undefined ? (
        <Callout>{disabledReason}</Callout>
      ) : merged && integrationId ? (
        <WithStoredCredentials connection={connection} integrationId={integrationId} {...props} />
      ) : (
        <EditForm connection={connection} {...props} />
      )}
    </Dialog>
  )
}

function WithStoredCredentials(props: EditConnectionDialogProps & { readonly integrationId: string }) {
  const { integrationId } = props
  const { data, isPending, error, refetch } = useIntegrationDetails(integrationId)
  if (isPending) return <SkeletonRows count={3} />
  // A form in use stays open when a reload behind it fails.
  if (!data) {
    const title = <Trans>The stored settings could not be loaded</Trans>
    return <ErrorState title={title} error={error} onRetry={() => void refetch()} />
  }
  return <EditForm {...props} stored={data.credentials} storedVersion={data.version} />
}

interface EditFormProps extends EditConnectionDialogProps {
  readonly stored?: Credentials
  readonly storedVersion?: number | undefined
}

function EditForm({ connection: current, earlier, stored, storedVersion, onClose }: EditFormProps) {
  // Later versions, saved by somebody else while the form is open, must not be overwritten unseen.
  const [connection] = useState(current)
  const [integrationVersion, setIntegrationVersion] = useState(storedVersion)
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
        integrationVersion,
      }),
  })
  const ids = { id: connection.id, ...defined({ integrationId }) }

  return (
    <ConnectionForm
      type={type}
      initial={defined({
        name: earlier?.name ?? name,
        capability: earlier?.capability ?? capability,
        integrationId,
        config: textsOf(earlier?.config ?? connection.config),
        storedCredentials: stored && { ...stored, ...earlier?.credentials },
      })}
      isSaving={isPending}
      saveError={error}
      disabledReason={disabledReason}
      {...(isConnectionType(type) && { toUnsaved: (values) => ({ ...changeOf(values), ...ids, type }) })}
      onSubmit={(values) =>
        updateConnection(
          { connection, update: changeOf(values) },
          // The credentials may be saved although the rest is not: another try must not take that for a change of somebody else.
          { onSuccess: onClose, onError: (failure) => isHalfSaved(failure) && setIntegrationVersion(undefined) },
        )
      }
    />
  )
}

const isHalfSaved = (error: unknown): boolean =>
  error instanceof FailureError && error.failure.kind === 'only-credentials-saved'
