import { Trans, useLingui } from '@lingui/react/macro'

import { ErrorState } from '../app/error-state.tsx'
import { usePageTitle } from '../app/use-page-title.ts'
import { useConnections } from '../connections/use-connections.ts'
import { useFlows } from '../flows/use-flows.ts'
import { Page, Stack } from '../kit/page/page.tsx'
import { PageHeader } from '../kit/page-header/page-header.tsx'
import { SkeletonRows } from '../kit/skeleton/skeleton.tsx'
import { useActiveOrganization } from '../organizations/use-active-organization.ts'
import { GettingStarted } from './getting-started.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { RecentRuns } from './recent-runs.tsx'
import { Summary } from './summary.tsx'

/** What needs somebody, what is going on, and for new organizations what to do first. */
export function IndexPage() {
  const { t } = useLingui()
  usePageTitle(t`Home`)
  const { name } = useActiveOrganization()
  const connections = useConnections()
  const flows = useFlows()
  const failed = [connections, flows].find(({ isError }) => isError)

  return (
    <Page>
      <PageHeader title={name} description={<Trans>What needs you, and what is moving.</Trans>} />
      {failed ? (
        <ErrorState
          title={t`The overview could not be loaded`}
          error={failed.error}
          onRetry={() => void Promise.all([connections.refetch(), flows.refetch()])}
        />
      ) : connections.data && flows.data ? (
        <Stack>
          <GettingStarted connections={connections.data} flows={flows.data} />
          <Summary connections={connections.data} flows={flows.data} />
          <NeedsAttention connections={connections.data} flows={flows.data} />
          <RecentRuns flows={flows.data} />
        </Stack>
      ) : (
        <SkeletonRows />
      )}
    </Page>
  )
}
