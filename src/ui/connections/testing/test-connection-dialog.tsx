import { Trans } from '@lingui/react/macro'
import { RotateCw } from 'lucide'
import { useEffect } from 'react'

import type { Connection } from '../../../core/connections/connection.ts'
import { Button } from '../../kit/button/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { useTestConnection } from '../../queries/use-connection-changes.ts'
import { TestOutcome } from './test-outcome.tsx'

/** Tests a saved connection as soon as it opens. */
export function TestConnectionDialog({ connection, onClose }: { connection: Connection; onClose(): void }) {
  const { mutate: test, isPending, isIdle, data, error } = useTestConnection()
  const { id, name } = connection
  useEffect(() => test(id), [test, id])
  return (
    <Dialog
      title={<Trans>Test {name}</Trans>}
      onClose={onClose}
      footer={
        <>
          <Button icon={RotateCw} isBusy={isPending} onClick={() => test(id)}>
            <Trans>Test again</Trans>
          </Button>
          <Button variant="primary" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </>
      }
    >
      <TestOutcome isPending={isPending || isIdle} stages={data} error={error} />
    </Dialog>
  )
}
