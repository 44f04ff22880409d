import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import type { FlowOverview } from '../../../../core/flows/overview/flow-overview.ts'
import { BarChart, type Series } from '../../../charts/bar-chart.tsx'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { Legend } from '../../../charts/legend.tsx'
import { FEWEST_SLOTS } from '../../../charts/mark-strip.tsx'
import { useFormats } from '../../../i18n/use-formats.ts'
import { useRunWords } from './use-run-words.ts'

/** From the largest table to the smallest; the rest is grey. */
const COLORS = [
  'var(--series-1)',
  'var(--series-2)',
  'var(--series-3)',
  'var(--series-4)',
  'var(--series-5)',
  'var(--series-6)',
]

const REST = 'rest'
const REJECTED = 'rejected'

/** The rows of each run, by table; what the destination could not store is on top. */
export function RowsCard({ runs, largestTables }: Pick<FlowOverview, 'runs' | 'largestTables'>) {
  const { t } = useLingui()
  const { compact, number } = useFormats()
  const words = useRunWords(runs)
  const isOnly = largestTables.length <= 1
  const bars = runs.map((run, index) => {
    const known = largestTables.map(({ target, rows }) => [target, rows[index] ?? 0] as const)
    const rest = Math.max(0, run.rowsWritten - known.reduce((sum, [, rows]) => sum + rows, 0))
    const values: Readonly<Record<string, number>> = {
      ...Object.fromEntries(known),
      [REST]: rest,
      [REJECTED]: run.rowsRejected,
    }
    return {
      key: run.id,
      name: words.tick(run),
      title: words.title(run),
      values,
      link: { to: '/runs/$id', params: { id: run.id } } as const,
    }
  })
  const has = (key: string) => bars.some(({ values }) => (values[key] ?? 0) > 0)
  const restLabel = largestTables.length === 0 ? t`Rows` : isOnly ? t`Other rows` : t`Other tables`
  const series: readonly Series[] = [
    ...largestTables.map(({ target }, index) => ({
      key: target,
      label: target,
      color: COLORS[index] ?? 'var(--neutral)',
    })),
    ...(has(REST) ? [{ key: REST, label: restLabel, color: 'var(--neutral)' }] : []),
    ...(has(REJECTED) ? [{ key: REJECTED, label: t`Rejected`, color: 'var(--warning)' }] : []),
  ]
  return (
    <ChartCard
      title={t`Rows per run`}
      description={isOnly ? <Trans>Written, and rejected</Trans> : <Trans>Written, by table</Trans>}
      columns={[t`Run`, ...series.map(({ label }) => label)]}
      rows={bars.toReversed().map(({ key, title, values }) => ({
        key,
        cells: [
          <Link key="name" to="/runs/$id" params={{ id: key }}>
            {title}
          </Link>,
          ...series.map((one) => number(values[one.key] ?? 0)),
        ],
      }))}
    >
      <BarChart
        label={t`Rows per run`}
        bars={bars}
        slots={FEWEST_SLOTS}
        series={series}
        format={compact}
        formatValue={number}
      />
      <Legend series={series} />
    </ChartCard>
  )
}
