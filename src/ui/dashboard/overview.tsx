import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'

import type { Connection } from '../../core/connections/connection.ts'
import type { DashboardPeriod } from '../../core/dashboard/dashboard.ts'
import type { Flow } from '../../core/flows/flow.ts'
import { errorText } from '../errors/error-text.ts'
import { Button } from '../kit/button/button.tsx'
import { Callout } from '../kit/callout/callout.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { Skeleton } from '../kit/skeleton/skeleton.tsx'
import { Figures } from './figures.tsx'
import { Summary } from './summary.tsx'
import type { useDashboard } from './use-dashboard.ts'

const RunCharts = lazyNamed(() => import('./charts/run-charts.tsx'), 'RunCharts', { isPart: true })

/** Of two rows of charts beside each other, so that what is below them does not move when they come. */
const CHARTS_HEIGHT = '34rem'

interface OverviewProps {
  readonly period: DashboardPeriod
  readonly dashboard: ReturnType<typeof useDashboard>
  readonly connections: readonly Connection[]
  readonly flows: readonly Flow[]
}

/** The figures of the period; if they are not available, the counts that need no figures. */
export function Overview({ period, dashboard, connections, flows }: OverviewProps) {
  const { i18n } = useLingui()
  const { data, isPending, isError, error, refetch } = dashboard
  if (isPending) {
    return (
      <>
        <Skeleton height="6.5rem" />
        <Skeleton height={CHARTS_HEIGHT} />
      </>
    )
  }
  const { totals, previous, buckets = [], freshness = [] } = data?.figures ?? {}
  return (
    <>
      {isError && (
        <Callout
          tone="danger"
          title={<Trans>The figures could not be loaded</Trans>}
          actions={
            <Button size="sm" onClick={() => void refetch()}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {errorText(i18n, error)}
        </Callout>
      )}
      {totals ? (
        <Figures period={period} totals={totals} {...(previous && { previous })} />
      ) : (
        <Summary connections={connections} flows={flows} />
      )}
      {buckets.length + freshness.length > 0 && (
        <Suspense fallback={<Skeleton height={CHARTS_HEIGHT} />}>
          <RunCharts buckets={buckets} freshness={freshness} period={period} />
        </Suspense>
      )}
    </>
  )
}
