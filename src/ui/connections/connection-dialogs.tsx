import type { Connection } from '../../core/connections/connection.ts'
import { useListUrl } from '../app/use-list-url.ts'
import { AddConnectionDialog } from './add-connection-dialog.tsx'
import { DeleteConnectionDialog } from './delete-connection-dialog.tsx'
import { DiscoverDialog } from './discover-dialog.tsx'
import { EditConnectionDialog } from './edit-connection-dialog.tsx'
import type { FlowEnd } from './flow-end.ts'
import { TestConnectionDialog } from './test-connection-dialog.tsx'

/** The dialog that the URL names, over the connection that it names. */
export function ConnectionDialogs({ end, connections }: { end: FlowEnd; connections: readonly Connection[] }) {
  const { dialog, id, kind, open, close } = useListUrl()
  if (dialog === 'add') {
    return (
      <AddConnectionDialog
        end={end}
        type={kind}
        onPick={(type) => open('add', { kind: type })}
        onAdded={close}
        onClose={close}
      />
    )
  }
  const connection = connections.find((candidate) => candidate.id === id)
  if (!connection) return null
  switch (dialog) {
    case 'edit':
      return <EditConnectionDialog key={connection.id} connection={connection} onClose={close} />
    case 'test':
      return <TestConnectionDialog connection={connection} onClose={close} />
    case 'discover':
      return <DiscoverDialog connection={connection} onClose={close} />
    case 'delete':
      return <DeleteConnectionDialog connection={connection} onClose={close} />
    case undefined:
      return null
  }
}
