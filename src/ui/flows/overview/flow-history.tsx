import { Trans } from '@lingui/react/macro'
import { ChartColumn } from 'lucide'
import { Suspense } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import type { FlowOverview } from '../../../core/flows/overview/flow-overview.ts'
import { EmptyState } from '../../kit/empty-state/empty-state.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import styles from './flow-history.module.css'
import { useFlowUrl } from './use-flow-url.ts'

const FlowCharts = lazyNamed(() => import('./charts/flow-charts.tsx'), 'FlowCharts', { isPart: true })

interface FlowHistoryProps {
  readonly flow: Flow
  /** Absent while it is loaded. */
  readonly overview: FlowOverview | undefined
}

/** The last runs of a flow as pictures. */
export function FlowHistory({ flow, overview }: FlowHistoryProps) {
  const { open } = useFlowUrl()
  if (!overview) return <Place />
  if (overview.runs.length === 0) {
    return (
      <EmptyState icon={ChartColumn} title={<Trans>No runs yet</Trans>}>
        <Trans>Charts appear after the first run.</Trans>
      </EmptyState>
    )
  }
  // Axes without a value say nothing.
  if (overview.runs.every(({ status }) => status === 'queued')) {
    return <EmptyState icon={ChartColumn} title={<Trans>Charts appear after the first run.</Trans>} />
  }
  return (
    <Suspense fallback={<Place />}>
      <FlowCharts flow={flow} overview={overview} onSetBudget={() => open('cost')} />
    </Suspense>
  )
}

/** The room of the pictures, so that nothing below them moves when they come. */
const Place = () => (
  <div className={styles['place']} aria-hidden>
    <Skeleton height="9.75rem" />
    <div className={styles['charts']}>
      {['rows', 'duration', 'age', 'month'].map((chart) => (
        <Skeleton key={chart} height="18.5rem" />
      ))}
    </div>
  </div>
)
