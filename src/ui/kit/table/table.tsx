import type { ComponentProps, ReactNode } from 'react'

import { classNames } from '../class-names.ts'
import styles from './table.module.css'

interface Column {
  readonly label: string
  /** Read, not shown: for columns of buttons. */
  readonly isHidden?: boolean
  readonly align?: 'end'
  /** Left out on narrow screens. */
  readonly isSecondary?: boolean
}

/** A list of rows on a card. Its cells are `Cell`s in the order of the columns. */
export function Table({
  label,
  columns,
  children,
}: {
  label: string
  columns: readonly Column[]
  children: ReactNode
}) {
  return (
    <div className={styles['frame']}>
      <table className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                className={classNames(column.align && styles['end'], column.isSecondary && styles['secondary'])}
              >
                {column.isHidden ? <span className="visually-hidden">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

export const Row = ({ className, ...rest }: ComponentProps<'tr'>) => (
  <tr {...rest} className={classNames(styles['row'], className)} />
)

interface CellProps extends Omit<ComponentProps<'td'>, 'align'> {
  readonly align?: 'end'
  readonly isSecondary?: boolean
}

export const Cell = ({ align, isSecondary = false, className, ...rest }: CellProps) => (
  <td {...rest} className={classNames(align && styles['end'], isSecondary && styles['secondary'], className)} />
)
