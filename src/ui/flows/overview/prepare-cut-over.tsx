import { Trans } from '@lingui/react/macro'
import { ListChecks } from 'lucide'

import { isPaced } from '../../../core/catalog/connections/connection-types.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import type { Mirror } from '../../../core/mirrors/mirror.ts'
import { Button } from '../../kit/button/button.tsx'
import { useFlowUrl } from './use-flow-url.ts'

interface PrepareCutOverProps {
  readonly flow: Flow
  readonly mirror: Mirror
}

/** For people who migrate: the checklist until the application uses the destination, which a warehouse with an interval is not for. */
export function PrepareCutOver({ flow, mirror: { wanted, cutOver } }: PrepareCutOverProps) {
  const { open } = useFlowUrl()
  if (wanted !== 'on' || isPaced(flow.destinationConnection?.type ?? '')) return null
  return (
    <Button size="sm" icon={ListChecks} onClick={() => open('cut-over')}>
      {cutOver ? <Trans>Open the cut-over</Trans> : <Trans>Prepare cut-over</Trans>}
    </Button>
  )
}
