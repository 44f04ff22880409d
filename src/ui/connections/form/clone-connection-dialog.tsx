import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { defined } from '../../../core/catalog/defined.ts'
import type { Connection } from '../../../core/connections/connection.ts'
import type { UnsavedConnection } from '../../../core/connections/connection-test.ts'
import { connectionTypeOf, isConnectionType } from '../../../core/connections/connection-type-of.ts'
import type { Credentials } from '../../../core/integrations/integration.ts'
import { integrationTypeOf } from '../../../core/integrations/integration-type-of.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useAddConnection, useCloneConnection } from '../../queries/use-connection-changes.ts'
import { useIntegrationDetails } from '../../queries/use-integrations.ts'
import { useIsOffered } from '../../services/use-is-offered.ts'
import type { FlowEnd } from '../flow-end.ts'
import { useConnectionDisabledReason } from '../use-connection-disabled-reason.ts'
import { draftOf, toUnsaved } from './connection-draft.ts'
import { ConnectionForm } from './connection-form.tsx'
import { type ConnectionValues, textsOf, toCredentials } from './connection-values.ts'

interface CloneConnectionDialogProps {
  readonly end: FlowEnd
  readonly connection: Connection
  onClose(): void
}

/** A second connection with all values of the first. The server copies the secrets, which never leave it. */
export function CloneConnectionDialog(props: CloneConnectionDialogProps) {
  const { connection, onClose } = props
  const { name, type, integrationId } = connection
  const { label, merged } = connectionTypeOf(type)
  return (
    <Dialog title={<Trans>Clone {name}</Trans>} description={label} onClose={onClose}>
      {merged && integrationId !== undefined ? (
        <WithEndpoint {...props} integrationId={integrationId} />
      ) : (
        <TypedForm {...props} />
      )}
    </Dialog>
  )
}

/** Host, port and similar fields; a server that does not return them, or does not clone, has the user type what is missing. */
function WithEndpoint({ integrationId, ...props }: CloneConnectionDialogProps & { readonly integrationId: string }) {
  const { data, isPending } = useIntegrationDetails(integrationId)
  const isOffered = useIsOffered('cloneConnection')
  if (isPending) return <SkeletonRows count={3} />
  if (data && isOffered) return <CopiedForm {...props} integrationId={integrationId} stored={data.credentials} />
  return <TypedForm {...props} {...(data && { endpoint: data.credentials })} />
}

interface CopiedFormProps extends CloneConnectionDialogProps {
  readonly integrationId: string
  /** Its secrets are masked. */
  readonly stored: Credentials
}

function CopiedForm({ connection, integrationId, stored, onClose }: CopiedFormProps) {
  const { mutate: clone, isPending, error } = useCloneConnection(connection.id)
  const { type } = connection
  const cloneOf = ({ name, capability, config, credentials, removed }: ConnectionValues) => ({
    name: name.trim(),
    capability,
    config: toCredentials(connectionTypeOf(type).fields, { values: config }),
    credentials: toCredentials(integrationTypeOf(type).fields, { values: credentials, removed }, stored),
  })
  return (
    <FilledForm
      connection={connection}
      filled={{ storedCredentials: stored }}
      isSaving={isPending}
      saveError={error}
      {...(isConnectionType(type) && { toUnsaved: (values) => ({ ...cloneOf(values), type, integrationId }) })}
      onSubmit={(values) => clone(cloneOf(values), { onSuccess: onClose })}
    />
  )
}

function TypedForm({
  connection,
  endpoint,
  onClose,
}: CloneConnectionDialogProps & { readonly endpoint?: Credentials }) {
  const { mutate: addConnection, isPending, error } = useAddConnection()
  const { type } = connection
  if (!isConnectionType(type)) return null
  return (
    <FilledForm
      connection={connection}
      {...(endpoint && { filled: { credentials: textsOf(endpoint) } })}
      isSaving={isPending}
      saveError={error}
      toUnsaved={(values) => toUnsaved(type, values)}
      onSubmit={(values) => addConnection(draftOf(type, values), { onSuccess: onClose })}
    />
  )
}

interface FilledFormProps {
  readonly connection: Connection
  readonly filled?: ComponentProps<typeof ConnectionForm>['initial']
  readonly isSaving: boolean
  readonly saveError: unknown
  toUnsaved?(values: ConnectionValues): UnsavedConnection
  onSubmit(values: ConnectionValues): void
}

function FilledForm({ connection, filled, ...props }: FilledFormProps) {
  const { t } = useLingui()
  const { name, type, capability, integrationId, config } = connection
  const disabledReason = useConnectionDisabledReason('clone')(type)
  return (
    <ConnectionForm
      type={type}
      initial={{
        name: t`${name} (copy)`,
        capability,
        ...defined({ integrationId }),
        config: textsOf(config),
        ...filled,
      }}
      disabledReason={disabledReason}
      {...props}
    />
  )
}
