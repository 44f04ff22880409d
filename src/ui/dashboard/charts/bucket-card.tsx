import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { BarChart, type BarDatum, type Series } from './bar-chart.tsx'
import styles from './bucket-card.module.css'
import { ChartCard } from './chart-card.tsx'

interface BucketCardProps {
  readonly title: string
  readonly description: ReactNode
  readonly bars: readonly BarDatum[]
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
      <BarChart label={title} bars={bars} series={series} nameOf={nameOf} format={formatAxis} />
      {series.length > 1 && (
        <ul className={styles['legend']} aria-hidden>
          {series.map(({ key, label, color }) => (
            <li key={key}>
              <svg width="9" height="9" aria-hidden>
                <rect width="9" height="9" rx="2" fill={color} />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      )}
    </ChartCard>
  )
}
