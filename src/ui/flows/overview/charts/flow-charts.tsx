import type { Flow } from '../../../../core/flows/flow.ts'
import { ageSpans } from '../../../../core/flows/overview/age-line.ts'
import type { FlowOverview } from '../../../../core/flows/overview/flow-overview.ts'
import { monthUse } from '../../../../core/flows/overview/month-use.ts'
import { useNow } from '../../../i18n/use-now.ts'
import { AgeCard } from './age-card.tsx'
import styles from './charts.module.css'
import { DurationsCard } from './durations-card.tsx'
import { MonthCard } from './month-card.tsx'
import { RowsCard } from './rows-card.tsx'
import { RunStrip } from './run-strip.tsx'

interface FlowChartsProps {
  readonly flow: Flow
  readonly overview: FlowOverview
}

/** The pictures of a flow. They use the chart library, so they are loaded separately. */
export function FlowCharts({ flow, overview }: FlowChartsProps) {
  const now = useNow()
  const { runs, largestTables, spending } = overview
  const { freshnessMinutes, config } = flow
  const use = monthUse(spending, config.budget, now)
  const hasRows = runs.some(({ rowsWritten, rowsRejected }) => rowsWritten + rowsRejected > 0)
  return (
    <>
      <RunStrip runs={runs} />
      <div className={styles['charts']}>
        {hasRows && <RowsCard runs={runs} largestTables={largestTables} />}
        <DurationsCard runs={runs} />
        {ageSpans(overview, now).length > 0 && (
          <AgeCard overview={overview} limit={freshnessMinutes == null ? undefined : freshnessMinutes * 60_000} />
        )}
        {use && <MonthCard use={use} />}
      </div>
    </>
  )
}
