import { useLingui } from '@lingui/react/macro'
import { ChartColumn, Table as TableIcon } from 'lucide'
import { type ReactNode, useState } from 'react'
import { defined } from '../../core/catalog/defined.ts'
import { Card } from '../kit/card/card.tsx'
import { IconButton } from '../kit/icon-button/icon-button.tsx'
import { Cell, Row, Table } from '../kit/table/table.tsx'
import styles from './chart-card.module.css'

interface ChartCardProps {
  readonly title: string
  readonly description?: ReactNode
  /** The columns of the table: the first is the subject of a row, the others are figures. */
  readonly columns: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
  /** The chart. */
  readonly children: ReactNode
}

/** A chart, and behind it a table with the same figures: for keyboards, screen readers, and people who prefer numbers. */
export function ChartCard({ title, description, columns, rows, children }: ChartCardProps) {
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
            columns={columns.map((label, index) => defined({ label, align: index > 0 ? ('end' as const) : undefined }))}
          >
            {rows.map(({ key, cells }) => (
              <Row key={key}>
                {cells.map((cell, index) => (
                  <Cell key={columns[index]} {...(index > 0 && { align: 'end' })}>
                    {cell}
                  </Cell>
                ))}
              </Row>
            ))}
          </Table>
        </div>
      ) : (
        children
      )}
    </Card>
  )
}
