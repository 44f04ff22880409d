import { Trans, useLingui } from '@lingui/react/macro'

import type { DashboardFigures, DashboardPeriod } from '../../../core/dashboard/dashboard.ts'
import { useChartDefaults } from '../../charts/chart-defaults.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { runsOfBucket } from '../runs-of-bucket.ts'
import { BucketCard } from './bucket-card.tsx'
import { FlowHeatMap } from './flow-heat-map.tsx'
import styles from './run-charts.module.css'

type RunChartsProps = Pick<DashboardFigures, 'buckets' | 'freshness'> & {
  readonly period: DashboardPeriod
}

/** Runs, rows, and the days of the worst flows. The only part of the client that uses the chart library, so it is loaded separately. */
export function RunCharts({ buckets = [], freshness = [], period }: RunChartsProps) {
  const { t } = useLingui()
  const { colors } = useChartDefaults()
  const { day, hour, number, compact } = useFormats()
  const isByHour = period === '24h'
  const nameOf = isByHour ? hour : day
  const unit = isByHour ? t`Hour` : t`Day`
  const per = isByHour ? <Trans>By hour</Trans> : <Trans>By day</Trans>
  const hasPartly = buckets.some(({ partiallySucceeded = 0 }) => partiallySucceeded > 0)
  const shared = { nameOf, unit, description: per, formatAxis: compact, formatCell: number }
  return (
    <div className={styles['charts']}>
      {buckets.length > 0 && (
        <>
          <BucketCard
            {...shared}
            title={t`Runs`}
            bars={buckets.map(({ start, succeeded, partiallySucceeded = 0, failed, cancelled, active }, index) => ({
              start,
              values: { succeeded, partiallySucceeded, failed, cancelled, active },
              runs: runsOfBucket(buckets, index),
            }))}
            series={[
              { key: 'succeeded', label: t`Succeeded`, color: colors.succeeded },
              ...(hasPartly
                ? [{ key: 'partiallySucceeded' as const, label: t`Partly succeeded`, color: colors.partiallySucceeded }]
                : []),
              { key: 'failed', label: t`Failed`, color: colors.failed },
              { key: 'cancelled', label: t`Cancelled`, color: colors.cancelled },
              { key: 'active', label: t`Running`, color: colors.active },
            ]}
          />
          <BucketCard
            {...shared}
            title={t`Rows moved`}
            bars={buckets.map(({ start, rowsWritten }, index) => ({
              start,
              values: { rowsWritten },
              runs: runsOfBucket(buckets, index),
            }))}
            series={[{ key: 'rowsWritten', label: t`Rows`, color: colors.rows }]}
          />
        </>
      )}
      {freshness.length > 0 && (
        <FlowHeatMap
          flows={freshness}
          buckets={buckets}
          nameOf={nameOf}
          title={isByHour ? t`Flows by hour` : t`Flows by day`}
        />
      )}
    </div>
  )
}
