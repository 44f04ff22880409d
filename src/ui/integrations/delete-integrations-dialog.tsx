import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { INTEGRATION_MARKS } from '../../core/bulk/bulk-mark.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { BulkDialog } from '../lists/bulk-dialog.tsx'
import { useDeletionWords } from '../queries/use-deletion-words.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import type { IntegrationEntry } from './integration-table.tsx'

interface DeleteIntegrationsDialogProps {
  readonly entries: readonly IntegrationEntry[]
  onClose(): void
}

export function DeleteIntegrationsDialog({ entries, onClose }: DeleteIntegrationsDialogProps) {
  const { t } = useLingui()
  const { removeIntegrations } = useServices()
  const queryClient = useQueryClient()
  const deletionWords = useDeletionWords()
  const { id: organizationId } = useActiveOrganization()
  return (
    <BulkDialog
      items={entries}
      action={{
        title: t`Delete ${plural(entries.length, { one: '# integration', other: '# integrations' })}?`,
        question: {
          consequences: [deletionWords, t`Those in use are left out.`],
          confirmLabel: t`Delete`,
        },
        skips: ({ connections }) =>
          connections.length > 0 ? t`Used by ${connections.map(({ name }) => name).join(', ')}` : undefined,
        name: 'removeIntegrations',
        markOf: INTEGRATION_MARKS.removeIntegrations,
        perform: (integrations) => removeIntegrations(integrations.map(({ id }) => id)),
        onOver: () => void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.organization(organizationId) }),
      }}
      onClose={onClose}
    />
  )
}
