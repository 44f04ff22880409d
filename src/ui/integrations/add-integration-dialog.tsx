import { useLingui } from '@lingui/react/macro'

import {
  INTEGRATION_TYPES,
  type IntegrationType,
  isByConsent,
} from '../../core/catalog/connections/integration-types.ts'
import { integrationTypeOf, isIntegrationType } from '../../core/integrations/integration-type-of.ts'
import { standInFor } from '../../core/sample-data/stand-in-for.ts'
import { fieldLabel } from '../catalog/field-labels.ts'
import { TypePicker } from '../catalog/type-picker.tsx'
import { toCredentials } from '../connections/form/connection-values.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { useAddIntegration } from '../queries/use-integrations.ts'
import { TryStandIn } from '../sample-data/try-stand-in.tsx'
import { ConnectGoogleDialog } from './google/connect-google-dialog.tsx'
import { IntegrationForm } from './integration-form.tsx'

interface AddIntegrationDialogProps {
  /** The selected type; without one the selection is shown. */
  readonly type: string | undefined
  onPick(type: string): void
  onClose(): void
}

export function AddIntegrationDialog({ type, onPick, onClose }: AddIntegrationDialogProps) {
  const { t, i18n } = useLingui()
  if (type !== undefined && isIntegrationType(type)) {
    // These credentials are not typed: Google asks for consent itself.
    if (isByConsent(type)) return <ConnectGoogleDialog onClose={onClose} />
    return <NewIntegration type={type} onClose={onClose} />
  }
  const types = Object.entries(INTEGRATION_TYPES)
    .filter(([, { merged }]) => !merged)
    .map(([name, { label, fields }]) => ({
      type: name,
      label,
      hint: fields.map((field) => i18n._(fieldLabel(field.label))).join(', '),
    }))
  return (
    <Dialog size="lg" title={t`Add an integration`} onClose={onClose}>
      <TypePicker
        types={types}
        onPick={onPick}
        besideOf={(name) => {
          const wanted = isIntegrationType(name) ? standInFor(name) : undefined
          return wanted && <TryStandIn {...wanted} label={integrationTypeOf(name).label} onAdded={onClose} />
        }}
      />
    </Dialog>
  )
}

function NewIntegration({ type, onClose }: { type: IntegrationType; onClose(): void }) {
  const { t } = useLingui()
  const { mutate: addIntegration, isPending } = useAddIntegration()
  const { label, fields } = integrationTypeOf(type)
  return (
    <Dialog title={t`New ${label} integration`} onClose={onClose}>
      <IntegrationForm
        type={type}
        submitLabel={t`Add integration`}
        isSaving={isPending}
        onSubmit={({ name, credentials }) =>
          addIntegration(
            {
              name: name.trim(),
              type,
              mergedIntegration: false,
              credentials: toCredentials(fields, { values: credentials }),
            },
            { onSuccess: onClose },
          )
        }
      />
    </Dialog>
  )
}
