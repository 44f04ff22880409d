import { ArrowDown, ArrowUp } from 'lucide'
import type { ReactNode } from 'react'

import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './sort-button.module.css'

/** How rows are sorted by a column, and what happens when its heading is pressed. */
export interface Sort {
  readonly direction: 'ascending' | 'descending' | undefined
  onToggle(): void
}

interface SortButtonProps extends Sort {
  /** The heading of the column. */
  readonly children: ReactNode
  readonly align?: 'end' | undefined
}

/** The heading of a column by which rows can be sorted, with an arrow. */
export const SortButton = ({ direction, onToggle, align, children }: SortButtonProps) => (
  <button type="button" className={classNames(styles['sort'], align && styles['end'])} onClick={onToggle}>
    {children}
    <Icon
      of={direction === 'descending' ? ArrowDown : ArrowUp}
      size={12}
      className={classNames(direction === undefined && styles['unsorted'])}
    />
  </button>
)
