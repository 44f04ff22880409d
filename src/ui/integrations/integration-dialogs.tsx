import { Suspense } from 'react'

import type { Connection } from '../../core/connections/connection.ts'
import type { Integration } from '../../core/integrations/integration.ts'
import { lazyNamed } from '../kit/lazy-named.ts'
import { useLinkedGone } from '../routing/use-linked-gone.ts'
import { useListUrl } from '../routing/use-list-url.ts'

const AddIntegrationDialog = lazyNamed(() => import('./add-integration-dialog.tsx'), 'AddIntegrationDialog')
const ConnectGoogleDialog = lazyNamed(() => import('./google/connect-google-dialog.tsx'), 'ConnectGoogleDialog')
const EditIntegrationDialog = lazyNamed(() => import('./edit-integration-dialog.tsx'), 'EditIntegrationDialog')
const GoneDialog = lazyNamed(() => import('../layout/gone-dialog.tsx'), 'GoneDialog')
const DeleteIntegrationDialog = lazyNamed(() => import('./delete-integration-dialog.tsx'), 'DeleteIntegrationDialog')

interface IntegrationDialogsProps {
  readonly integrations: readonly Integration[]
  readonly connections: readonly Connection[]
}

/** The dialog in the URL, for the integration in the URL. */
export const IntegrationDialogs = (props: IntegrationDialogsProps) => (
  <Suspense>
    <OpenDialog {...props} />
  </Suspense>
)

function OpenDialog({ integrations, connections }: IntegrationDialogsProps) {
  const { dialog, id, kind, open, close } = useListUrl()
  const isGone = useLinkedGone(integrations, { dialog, id })
  if (dialog === 'add') {
    return <AddIntegrationDialog type={kind} onPick={(type) => open('add', { kind: type })} onClose={close} />
  }
  const integration = integrations.find((candidate) => candidate.id === id)
  if (!integration) return isGone && <GoneDialog onClose={close} />
  if (dialog === 'reconnect') return <ConnectGoogleDialog integration={integration} onClose={close} />
  if (dialog === 'edit') return <EditIntegrationDialog key={id} integration={integration} onClose={close} />
  if (dialog !== 'delete') return null
  const using = connections.filter(({ integrationId }) => integrationId === id)
  return <DeleteIntegrationDialog integration={integration} connections={using} onClose={close} />
}
