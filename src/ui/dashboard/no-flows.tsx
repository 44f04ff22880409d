import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Workflow } from 'lucide'

import { useIsAllowed } from '../access/use-active-organization.ts'
import { Button } from '../kit/button/button.tsx'
import { EmptyState } from '../kit/empty-state/empty-state.tsx'
import { SampleDataButton } from '../sample-data/sample-data-button.tsx'
import { StartTourButton } from '../tour/start-tour.tsx'

/** An organization without flows, for people who do not take the tour. */
export function NoFlows() {
  const mayDraw = useIsAllowed('flow.write')
  return (
    <EmptyState
      icon={Workflow}
      title={<Trans>No flows yet</Trans>}
      actions={
        mayDraw && (
          <>
            <Button asChild variant="primary">
              <Link to="/flows" search={{ dialog: 'add' }}>
                <Trans>New flow</Trans>
              </Link>
            </Button>
            <SampleDataButton />
            <StartTourButton />
          </>
        )
      }
    >
      <Trans>Here you will see what runs, what failed, and how many rows have moved.</Trans>
    </EmptyState>
  )
}
