import type { Connection } from '../../core/connections/connection.ts'
import type { Integration } from '../../core/integrations/integration.ts'
import { useListUrl } from '../app/use-list-url.ts'
import { AddIntegrationDialog } from './add-integration-dialog.tsx'
import { DeleteIntegrationDialog } from './delete-integration-dialog.tsx'
import { EditIntegrationDialog } from './edit-integration-dialog.tsx'

interface IntegrationDialogsProps {
  readonly integrations: readonly Integration[]
  readonly connections: readonly Connection[]
}

/** The dialog that the URL names, over the integration that it names. */
export function IntegrationDialogs({ integrations, connections }: IntegrationDialogsProps) {
  const { dialog, id, kind, open, close } = useListUrl()
  if (dialog === 'add') {
    return <AddIntegrationDialog type={kind} onPick={(type) => open('add', { kind: type })} onClose={close} />
  }
  const integration = integrations.find((candidate) => candidate.id === id)
  if (!integration) return null
  if (dialog === 'edit') return <EditIntegrationDialog key={id} integration={integration} onClose={close} />
  if (dialog !== 'delete') return null
  const using = connections.filter(({ integrationId }) => integrationId === id)
  return <DeleteIntegrationDialog integration={integration} connections={using} onClose={close} />
}
