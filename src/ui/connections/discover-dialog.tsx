import { Trans, useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'

import type { Connection } from '../../core/connections/connection.ts'
import { ErrorState } from '../app/error-state.tsx'
import { Button } from '../kit/button/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { SkeletonRows } from '../kit/skeleton/skeleton.tsx'
import { EntityBrowser } from './entity-browser.tsx'
import { useEntities } from './use-connections.ts'

/** What there is in a connection: entities and their columns. */
export function DiscoverDialog({ connection, onClose }: { connection: Connection; onClose(): void }) {
  const { t } = useLingui()
  const { data: entities, isPending, isFetching, isError, error, refetch } = useEntities(connection)
  const { name } = connection
  return (
    <Dialog
      size="lg"
      title={<Trans>What is in {name}</Trans>}
      onClose={onClose}
      footer={
        <Button icon={RotateCw} isBusy={isFetching} onClick={() => void refetch()}>
          <Trans>Look again</Trans>
        </Button>
      }
    >
      {isPending && <SkeletonRows />}
      {isError && <ErrorState title={t`The schema could not be read`} error={error} onRetry={() => void refetch()} />}
      {entities && <EntityBrowser connection={connection} entities={entities} />}
    </Dialog>
  )
}
