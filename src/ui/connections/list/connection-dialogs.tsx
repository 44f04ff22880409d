import { Suspense } from 'react'

import type { Connection } from '../../../core/connections/connection.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { useLinkedGone } from '../../routing/use-linked-gone.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import type { FlowEnd } from '../flow-end.ts'

const AddConnectionDialog = lazyNamed(() => import('../form/add-connection-dialog.tsx'), 'AddConnectionDialog')
const CloneConnectionDialog = lazyNamed(() => import('../form/clone-connection-dialog.tsx'), 'CloneConnectionDialog')
const EditConnectionDialog = lazyNamed(() => import('../form/edit-connection-dialog.tsx'), 'EditConnectionDialog')
const TestConnectionDialog = lazyNamed(() => import('../testing/test-connection-dialog.tsx'), 'TestConnectionDialog')
const DiscoverDialog = lazyNamed(() => import('../entities/discover-dialog.tsx'), 'DiscoverDialog')
const ConnectionVersionsDialog = lazyNamed(
  () => import('../versions/connection-versions-dialog.tsx'),
  'ConnectionVersionsDialog',
)
const GoneDialog = lazyNamed(() => import('../../layout/gone-dialog.tsx'), 'GoneDialog')
const DeleteConnectionDialog = lazyNamed(() => import('./delete-connection-dialog.tsx'), 'DeleteConnectionDialog')

interface ConnectionDialogsProps {
  readonly end: FlowEnd
  readonly connections: readonly Connection[]
}

/** The dialog in the URL, for the connection in the URL. */
export const ConnectionDialogs = (props: ConnectionDialogsProps) => (
  <Suspense>
    <OpenDialog {...props} />
  </Suspense>
)

function OpenDialog({ end, connections }: ConnectionDialogsProps) {
  const { dialog, id, kind, open, close } = useListUrl()
  const isGone = useLinkedGone(connections, { dialog, id })
  if (dialog === 'add') {
    const pick = (type: string) => open('add', { kind: type })
    return <AddConnectionDialog end={end} type={kind} onPick={pick} onAdded={close} onClose={close} />
  }
  const connection = connections.find((candidate) => candidate.id === id)
  if (!connection) return isGone && <GoneDialog onClose={close} />
  switch (dialog) {
    case 'edit':
      return <EditConnectionDialog key={connection.id} connection={connection} onClose={close} />
    case 'clone':
      return <CloneConnectionDialog end={end} connection={connection} onClose={close} />
    case 'test':
      return <TestConnectionDialog connection={connection} onClose={close} />
    case 'discover':
      return <DiscoverDialog connection={connection} onClose={close} />
    case 'versions':
      return <ConnectionVersionsDialog key={connection.id} connection={connection} onClose={close} />
    case 'delete':
      return <DeleteConnectionDialog connection={connection} onClose={close} />
    default:
      return null
  }
}
