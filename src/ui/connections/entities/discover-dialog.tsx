import { Trans, useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide'
import { useEffect, useState } from 'react'

import { compareTables, type TableChange } from '../../../core/connections/compare-tables.ts'
import type { Connection } from '../../../core/connections/connection.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useDiscoverConnection, useEntities } from '../../queries/use-connections.ts'
import { EntityBrowser } from './entity-browser.tsx'
import { TableChanges } from './table-changes.tsx'

/** The content of a connection: entities and their columns. */
export function DiscoverDialog({ connection, onClose }: { connection: Connection; onClose(): void }) {
  const { t } = useLingui()
  const { data: entities } = useEntities(connection, false)
  const { mutate: discover, isPending, error } = useDiscoverConnection(connection)
  const [changes, setChanges] = useState<readonly TableChange[]>()
  const { name } = connection
  const isKnown = entities !== undefined
  useEffect(() => {
    if (!isKnown) discover()
  }, [isKnown, discover])
  const refresh = () => {
    setChanges(undefined)
    discover(undefined, { onSuccess: (after) => entities && setChanges(compareTables(entities, after)) })
  }
  return (
    <Dialog
      size="lg"
      title={<Trans>What is in {name}</Trans>}
      onClose={onClose}
      footer={
        <Button icon={RotateCw} isBusy={isPending} onClick={refresh}>
          <Trans>Refresh</Trans>
        </Button>
      }
    >
      <div role="status">
        {changes?.length === 0 && (
          <Callout>
            <Trans>Nothing has changed.</Trans>
          </Callout>
        )}
        {changes !== undefined && changes.length > 0 && (
          <Callout tone="accent" title={<Trans>What has changed</Trans>}>
            <TableChanges changes={changes} />
          </Callout>
        )}
      </div>
      {!isKnown && !error && <SkeletonRows />}
      {error && <ErrorState title={t`The schema could not be read`} error={error} onRetry={refresh} />}
      {entities && <EntityBrowser connection={connection} entities={entities} />}
    </Dialog>
  )
}
