import { Trans } from '@lingui/react/macro'

import type { Connection } from '../../../core/connections/connection.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { EntityRows } from './entity-rows.tsx'

interface EntityRowsDialogProps {
  readonly connection: Pick<Connection, 'id' | 'type'>
  readonly entity: string
  onClose(): void
}

/** The first rows of a table, above the page that names it. */
export const EntityRowsDialog = ({ connection, entity, onClose }: EntityRowsDialogProps) => (
  <Dialog size="lg" title={<Trans>Rows of {entity}</Trans>} onClose={onClose}>
    <EntityRows connection={connection} entity={entity} />
  </Dialog>
)
