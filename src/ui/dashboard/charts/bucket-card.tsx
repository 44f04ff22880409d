import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { BarChart, type Series } from '../../charts/bar-chart.tsx'
import { ChartCard } from '../../charts/chart-card.tsx'
import { Legend } from '../../charts/legend.tsx'
import type { ListFilters } from '../../routing/search.ts'

interface Bucket {
  /** ISO 8601; its start. */
  readonly start: string
  readonly values: Readonly<Record<string, number>>
  /** The link to the counted runs. */
  readonly runs: ListFilters
}

interface BucketCardProps {
  readonly title: string
  readonly description: ReactNode
  readonly bars: readonly Bucket[]
  readonly series: readonly Series[]
  /** The meaning of a bar, as the heading of the table's first column. */
  readonly unit: string
  nameOf(start: string): string
  formatAxis(value: number): string
  formatCell(value: number): string
}

/** Figures over the period, per hour or per day. */
export function BucketCard(props: BucketCardProps) {
  const { title, description, bars, series, unit, nameOf, formatAxis, formatCell } = props
  return (
    <ChartCard
      title={title}
      description={description}
      columns={[unit, ...series.map(({ label }) => label)]}
      rows={bars.map(({ start, values, runs }) => ({
        key: start,
        cells: [
          <Link key="name" to="/runs" search={runs}>
            {nameOf(start)}
          </Link>,
          ...series.map(({ key }) => formatCell(values[key] ?? 0)),
        ],
      }))}
    >
      <BarChart
        label={title}
        bars={bars.map(({ start, values, runs }) => ({
          key: start,
          name: nameOf(start),
          values,
          link: { to: '/runs', search: runs },
        }))}
        series={series}
        format={formatAxis}
      />
      {series.length > 1 && <Legend series={series} />}
    </ChartCard>
  )
}
