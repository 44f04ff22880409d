import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Workflow } from 'lucide'

import { useIsAllowed } from '../access/use-active-organization.ts'
import { Button } from '../kit/button/button.tsx'
import { EmptyState } from '../kit/empty-state/empty-state.tsx'
import { useLoadedConnections } from '../queries/use-connections.ts'
import { SampleDataButton } from '../sample-data/sample-data-button.tsx'
import { StartTourButton } from '../tour/start-tour.tsx'

/** An organization without flows, for people who do not take the tour. */
export function NoFlows() {
  const mayDraw = useIsAllowed('flow.write')
  const isEmpty = useLoadedConnections().length === 0
  return (
    <EmptyState
      icon={Workflow}
      title={<Trans>No flows yet</Trans>}
      actions={
        mayDraw && (
          <>
            {isEmpty && <SampleDataButton isPrimary />}
            <Button asChild variant={isEmpty ? 'secondary' : 'primary'}>
              <Link to="/flows" search={{ dialog: 'add' }}>
                <Trans>New flow</Trans>
              </Link>
            </Button>
            {!isEmpty && <SampleDataButton />}
            <StartTourButton />
          </>
        )
      }
    />
  )
}
