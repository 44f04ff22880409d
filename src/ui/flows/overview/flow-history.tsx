import { Suspense } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import { type FlowOverview, hasHistory } from '../../../core/flows/overview/flow-overview.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import styles from './flow-history.module.css'

const FlowCharts = lazyNamed(() => import('./charts/flow-charts.tsx'), 'FlowCharts', { isPart: true })

interface FlowHistoryProps {
  readonly flow: Flow
  /** Absent while it is loaded. */
  readonly overview: FlowOverview | undefined
}

/** The last runs of a flow as pictures, as soon as there are some. */
export function FlowHistory({ flow, overview }: FlowHistoryProps) {
  if (!overview) return flow.lastRun ? <Place /> : null
  if (!hasHistory(overview)) return null
  return (
    <Suspense fallback={<Place />}>
      <FlowCharts flow={flow} overview={overview} />
    </Suspense>
  )
}

/** The room of the pictures, so that nothing below them moves when they come. */
const Place = () => (
  <div className={styles['place']} aria-hidden>
    <Skeleton height="9.75rem" />
    <div className={styles['charts']}>
      {['rows', 'duration'].map((chart) => (
        <Skeleton key={chart} height="18.5rem" />
      ))}
    </div>
    <Skeleton height="18.5rem" />
  </div>
)
