import { Trans, useLingui } from '@lingui/react/macro'

import type { MirrorWindow } from '../../../../core/mirrors/mirror.ts'
import { changeRateOf, changesOf } from '../../../../core/mirrors/window-changes.ts'
import { BarChart, type Series } from '../../../charts/bar-chart.tsx'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { Legend } from '../../../charts/legend.tsx'
import { FEWEST_SLOTS } from '../../../charts/mark-strip.tsx'
import { useFormats } from '../../../i18n/use-formats.ts'

interface ChangesCardProps {
  /** The oldest first. */
  readonly windows: readonly MirrorWindow[]
}

/** How many changes a second arrived, minute by minute. */
export function ChangesCard({ windows }: ChangesCardProps) {
  const { t } = useLingui()
  const { compact, number, hour, time } = useFormats()
  const inTenths = (value: number) => number(Math.round(value * 10) / 10)
  const series: readonly Series[] = [
    { key: 'inserted', label: t`Added`, color: 'var(--series-1)' },
    { key: 'updated', label: t`Changed`, color: 'var(--series-2)' },
    { key: 'deleted', label: t`Removed`, color: 'var(--series-3)' },
  ]
  const bars = windows.map((window) => {
    const { inserted, updated, deleted } = changesOf(window)
    const share = changeRateOf(window) / Math.max(1, inserted + updated + deleted)
    return {
      key: String(window.number),
      name: hour(window.endedAt),
      title: time(window.endedAt),
      values: { inserted: inserted * share, updated: updated * share, deleted: deleted * share },
    }
  })
  return (
    <ChartCard
      title={t`Changes per second`}
      description={<Trans>In minutes with changes</Trans>}
      columns={[t`Until`, ...series.map(({ label }) => label)]}
      rows={bars.toReversed().map(({ key, title, values }) => ({
        key,
        cells: [title, inTenths(values.inserted), inTenths(values.updated), inTenths(values.deleted)],
      }))}
    >
      <BarChart
        label={t`Changes per second`}
        bars={bars}
        slots={FEWEST_SLOTS}
        series={series}
        format={compact}
        formatValue={inTenths}
      />
      <Legend series={series} />
    </ChartCard>
  )
}
