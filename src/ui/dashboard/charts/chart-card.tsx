import { useLingui } from '@lingui/react/macro'
import { ChartColumn, Table as TableIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { Card } from '../../kit/card/card.tsx'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { Cell, Row, Table } from '../../kit/table/table.tsx'
import { BarChart, type BarDatum, type Series } from './bar-chart.tsx'
import styles from './chart-card.module.css'

interface ChartCardProps {
  readonly title: string
  readonly description: ReactNode
  readonly bars: readonly BarDatum[]
  readonly series: readonly Series[]
  /** What a bar stands for, at the head of the table's first column. */
  readonly unit: string
  nameOf(start: string): string
  formatAxis(value: number): string
  formatCell(value: number): string
}

/** A chart, and behind it the table that says the same: for keyboards, for screen readers, and for whoever wants numbers. */
export function ChartCard({ title, description, bars, series, unit, nameOf, formatAxis, formatCell }: ChartCardProps) {
  const { t } = useLingui()
  const [isTable, setTable] = useState(false)
  return (
    <Card
      title={title}
      description={description}
      actions={
        <IconButton
          size="sm"
          icon={isTable ? ChartColumn : TableIcon}
          label={isTable ? t`Show ${title} as a chart` : t`Show ${title} as a table`}
          onClick={() => setTable(!isTable)}
        />
      }
    >
      {isTable ? (
        <div className={styles['table']}>
          <Table
            label={title}
            columns={[{ label: unit }, ...series.map(({ label }) => ({ label, align: 'end' as const }))]}
          >
            {bars.map(({ start, values }) => (
              <Row key={start}>
                <Cell>{nameOf(start)}</Cell>
                {series.map(({ key }) => (
                  <Cell key={key} align="end">
                    {formatCell(values[key] ?? 0)}
                  </Cell>
                ))}
              </Row>
            ))}
          </Table>
        </div>
      ) : (
        <>
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
        </>
      )}
    </Card>
  )
}
