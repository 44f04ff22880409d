import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { TimeAxis } from '../../../core/runs/timeline/stream-spans.ts'
import { type Sort, SortButton } from '../../kit/table/sort-button.tsx'
import styles from './run-tables.module.css'
import type { TableColumn } from './table-columns.ts'
import { TimelineTicks } from './table-timeline.tsx'

interface TableHeadingsProps {
  readonly columns: readonly TableColumn[]
  readonly axis: TimeAxis
  /** Absent: one table has no order. */
  readonly sortBy: ((column: string) => Sort) | undefined
}

/** The headings over the tables of a run. Each one sorts them. */
export function TableHeadings({ columns, axis, sortBy }: TableHeadingsProps) {
  return (
    <thead>
      <tr>
        <Heading sort={sortBy?.('name')}>
          <Trans>Table</Trans>
        </Heading>
        <Heading sort={sortBy?.('time')} className={styles['axis']}>
          <span className="visually-hidden">
            <Trans>Time</Trans>
          </span>
          <TimelineTicks axis={axis} />
        </Heading>
        {columns.map(({ name, label }) => (
          <Heading key={name} sort={sortBy?.(name)} className={styles['figure']}>
            {label}
          </Heading>
        ))}
        <Heading sort={sortBy?.('speed')} className={styles['figure']}>
          <Trans>Speed</Trans>
        </Heading>
      </tr>
    </thead>
  )
}

interface HeadingProps {
  readonly sort: Sort | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

const Heading = ({ sort, className, children }: HeadingProps) => (
  <th scope="col" className={className} aria-sort={sort?.direction}>
    {sort ? (
      <SortButton {...sort} align={className === styles['figure'] ? 'end' : undefined}>
        {children}
      </SortButton>
    ) : (
      children
    )}
  </th>
)
