import { Trans, useLingui } from '@lingui/react/macro'

import type { Integration } from '../../core/integrations/integration.ts'
import { integrationTypeOf } from '../../core/integrations/integration-type-of.ts'
import { toCredentials } from '../connections/form/connection-values.ts'
import { ErrorState } from '../errors/error-state.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { SkeletonRows } from '../kit/skeleton/skeleton.tsx'
import { useIntegrationDetails, useUpdateIntegration } from '../queries/use-integrations.ts'
import { IntegrationForm } from './integration-form.tsx'

export function EditIntegrationDialog({ integration, onClose }: { integration: Integration; onClose(): void }) {
  const { t } = useLingui()
  const { id, name, type } = integration
  const { data: details, isPending, isError, error, refetch } = useIntegrationDetails(id)
  const { mutate: updateIntegration, isPending: isSaving } = useUpdateIntegration()
  const { label, fields } = integrationTypeOf(type)
  return (
    <Dialog title={<Trans>Edit {name}</Trans>} description={label} onClose={onClose}>
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
    </Dialog>
  )
}
