import { Trans, useLingui } from '@lingui/react/macro'

import type { Integration } from '../../core/integrations/integration.ts'
import { integrationTypeOf } from '../../core/integrations/integration-type-of.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { toCredentials } from '../connections/form/connection-values.ts'
import { ErrorState } from '../errors/error-state.tsx'
import { Callout } from '../kit/callout/callout.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { SkeletonRows } from '../kit/skeleton/skeleton.tsx'
import { useIntegrationDetails, useUpdateIntegration } from '../queries/use-integrations.ts'
import { IntegrationForm } from './integration-form.tsx'

interface EditIntegrationDialogProps {
  readonly integration: Integration
  onClose(): void
}

export function EditIntegrationDialog({ integration: { id, name, type }, onClose }: EditIntegrationDialogProps) {
  const disabledReason = useDisabledReason('integration.details')
  const { label } = integrationTypeOf(type)
  return (
    <Dialog title={<Trans>Edit {name}</Trans>} description={label} onClose={onClose}>
      {disabledReason === undefined ? (
        <StoredIntegration {...{ id, name, type, onClose }} />
      ) : (
        <Callout>{disabledReason}</Callout>
      )}
    </Dialog>
  )
}

type StoredIntegrationProps = Pick<Integration, 'id' | 'name' | 'type'> & { onClose(): void }

function StoredIntegration({ id, name, type, onClose }: StoredIntegrationProps) {
  const { t } = useLingui()
  const { data: details, isPending, isError, error, refetch } = useIntegrationDetails(id)
  const { mutate: updateIntegration, isPending: isSaving } = useUpdateIntegration()
  const { fields } = integrationTypeOf(type)
  return (
    <>
      {isPending && <SkeletonRows count={2} />}
      {isError && (
        <ErrorState
          title={<Trans>The stored settings could not be loaded</Trans>}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {details && (
        <IntegrationForm
          type={type}
          name={name}
          stored={details.credentials}
          submitLabel={t`Save changes`}
          isSaving={isSaving}
          onSubmit={(values) => {
            const credentials = toCredentials(fields, { values: values.credentials })
            updateIntegration(
              { integration: details, change: { name: values.name.trim(), credentials } },
              { onSuccess: onClose },
            )
          }}
        />
      )}
    </>
  )
}
