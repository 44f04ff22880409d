import { Trans } from '@lingui/react/macro'
import { ListChecks } from 'lucide'

import type { Mirror } from '../../../core/mirrors/mirror.ts'
import { Button } from '../../kit/button/button.tsx'
import { useFlowUrl } from './use-flow-url.ts'

/** For people who migrate: the checklist until the application uses the destination. */
export function PrepareCutOver({ mirror: { wanted, cutOver } }: { readonly mirror: Mirror }) {
  const { open } = useFlowUrl()
  if (wanted !== 'on') return null
  return (
    <Button size="sm" icon={ListChecks} onClick={() => open('cut-over')}>
      {cutOver ? <Trans>Open the cut-over</Trans> : <Trans>Prepare cut-over</Trans>}
    </Button>
  )
}
