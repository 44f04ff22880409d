import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { AlertChannel } from '../../core/alerts/alert-channel.ts'
import { isTrouble } from '../../core/catalog/runs/run-states.ts'
import type { DashboardPeriod } from '../../core/dashboard/dashboard.ts'
import type { Flow } from '../../core/flows/flow.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { ErrorState } from '../errors/error-state.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { Page, Stack } from '../kit/page/page.tsx'
import { PageHeader } from '../kit/page-header/page-header.tsx'
import { SegmentedControl } from '../kit/segmented-control/segmented-control.tsx'
import { Skeleton, SkeletonRows } from '../kit/skeleton/skeleton.tsx'
import { useAlertChannels } from '../queries/use-alert-channels.ts'
import { useConnections } from '../queries/use-connections.ts'
import { useFlows } from '../queries/use-flows.ts'
import { useIntegrations } from '../queries/use-integrations.ts'
import { usePageTitle } from '../routing/use-page-title.ts'
import { useTour } from '../tour/use-tour.ts'
import { HomeAnswer } from './home-answer.tsx'
import { MonthCost } from './month-cost.tsx'
import { ATTENTION_SHOWN, NeedsAttention } from './needs-attention.tsx'
import { NextScheduled } from './next-scheduled.tsx'
import { Overview } from './overview.tsx'
import { RecentRuns } from './recent-runs.tsx'
import { RunningNow } from './running-now.tsx'
import { useDashboard, useFiguresFollow, usePeriod } from './use-dashboard.ts'

const NONE: readonly AlertChannel[] = []

/** Only newcomers see them. */
const TourCard = lazyNamed(() => import('../tour/tour-card.tsx'), 'TourCard')
const NoFlows = lazyNamed(() => import('./no-flows.tsx'), 'NoFlows')

/** Whether all is well, problems, running work, and for new organizations the first steps. */
export function IndexPage() {
  const { t } = useLingui()
  usePageTitle(t`Home`)
  const { name } = useActiveOrganization()
  const connections = useConnections()
  const flows = useFlows()
  const { data: integrations = [] } = useIntegrations()
  const channels = useAlertChannels().data?.channels ?? NONE
  const tour = useTour()
  const [period, choosePeriod] = usePeriod()
  // Without flows there are no figures, and new organizations need the first steps instead.
  const hasFlows = flows.data !== undefined && flows.data.length > 0
  const dashboard = useDashboard(period, hasFlows)
  useFiguresFollow(flows.data)
  const failed = [connections, flows].find(({ isLoadingError }) => isLoadingError)

  return (
    <Page>
      <PageHeader
        title={name}
        description={hasFlows && <HomeAnswer flows={flows.data} />}
        actions={hasFlows && <PeriodControl value={period} onChange={choosePeriod} />}
      />
      {failed ? (
        <ErrorState
          title={t`The overview could not be loaded`}
          error={failed.error}
          onRetry={() => void Promise.all([connections.refetch(), flows.refetch()])}
        />
      ) : connections.data && flows.data ? (
        <Stack>
          <Suspense>{tour.state !== 'over' ? <TourCard tour={tour} /> : !hasFlows && <NoFlows />}</Suspense>
          {hasFlows && dashboard.isPending ? (
            <AttentionPlace flows={flows.data} />
          ) : (
            <NeedsAttention
              connections={connections.data}
              flows={flows.data}
              integrations={integrations}
              channels={channels}
              failing={dashboard.data?.figures?.attention ?? []}
              problems={dashboard.data?.figures?.problems ?? []}
            />
          )}
          <RunningNow flows={flows.data} />
          {hasFlows && <MonthCost />}
          {hasFlows && (
            <Overview period={period} dashboard={dashboard} connections={connections.data} flows={flows.data} />
          )}
          <NextScheduled flows={flows.data} />
          <RecentRuns flows={flows.data} />
        </Stack>
      ) : (
        <SkeletonRows />
      )}
    </Page>
  )
}

/** The room of what needs attention until the reasons are known, so that nothing below it moves when they come. */
function AttentionPlace({ flows }: { readonly flows: readonly Flow[] }) {
  const rows = flows.filter(({ lastRun }) => lastRun && isTrouble(lastRun.status)).length
  return rows > 0 && <Skeleton height={`${4.75 + 2.65 * Math.min(rows, ATTENTION_SHOWN)}rem`} />
}

interface PeriodControlProps {
  readonly value: DashboardPeriod
  onChange(period: DashboardPeriod): void
}

function PeriodControl({ value, onChange }: PeriodControlProps) {
  const { t } = useLingui()
  return (
    <SegmentedControl
      label={t`Period`}
      value={value}
      options={[
        { value: '24h', label: t`24 hours` },
        { value: '7d', label: t`7 days` },
        { value: '30d', label: t`30 days` },
      ]}
      onChange={onChange}
    />
  )
}
