import { Trans, useLingui } from '@lingui/react/macro'

import type { DashboardPeriod, RunBucket } from '../../../core/dashboard/dashboard.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { ChartCard } from './chart-card.tsx'
import { useChartDefaults } from './chart-defaults.tsx'
import styles from './run-charts.module.css'

/** Runs and rows over the period. The only part of the client that knows the chart library, hence loaded by itself. */
export function RunCharts({ buckets, period }: { buckets: readonly RunBucket[]; period: DashboardPeriod }) {
  const { t } = useLingui()
  const { colors } = useChartDefaults()
  const { day, hour, number, compact } = useFormats()
  const isByHour = period === '24h'
  const nameOf = isByHour ? hour : day
  const unit = isByHour ? t`Hour` : t`Day`
  const per = isByHour ? <Trans>By hour</Trans> : <Trans>By day</Trans>
  const shared = { nameOf, unit, description: per, formatAxis: compact, formatCell: number }
  return (
    <div className={styles['charts']}>
      <ChartCard
        {...shared}
        title={t`Runs`}
        bars={buckets.map(({ start, succeeded, failed, cancelled, active }) => ({
          start,
          values: { succeeded, failed, cancelled, active },
        }))}
        series={[
          { key: 'succeeded', label: t`Succeeded`, color: colors.succeeded },
          { key: 'failed', label: t`Failed`, color: colors.failed },
          { key: 'cancelled', label: t`Cancelled`, color: colors.cancelled },
          { key: 'active', label: t`Running`, color: colors.active },
        ]}
      />
      <ChartCard
        {...shared}
        title={t`Rows moved`}
        bars={buckets.map(({ start, rowsWritten }) => ({ start, values: { rowsWritten } }))}
        series={[{ key: 'rowsWritten', label: t`Rows`, color: colors.rows }]}
      />
    </div>
  )
}
