import { ChevronDown, ChevronRight } from 'lucide'
import type { ReactNode } from 'react'

import { useFormats } from '../i18n/use-formats.ts'
import { Icon } from '../kit/icon/icon.tsx'
import { Cell, Row } from '../kit/table/table.tsx'
import styles from './group-row.module.css'

interface GroupRowProps {
  readonly name: ReactNode
  readonly count: number
  readonly isFolded: boolean
  onToggle(): void
}

/** The head of a group in a list, which folds it. One cell that reaches over the next: a cell of all columns would bring back the hidden ones. */
export function GroupRow({ name, count, isFolded, onToggle }: GroupRowProps) {
  const { number } = useFormats()
  return (
    <Row className={styles['group']}>
      <Cell>
        <button type="button" className={styles['fold']} aria-expanded={!isFolded} onClick={onToggle}>
          <Icon of={isFolded ? ChevronRight : ChevronDown} size={14} />
          <span>{name}</span> <span className={styles['count']}>{number(count)}</span>
        </button>
      </Cell>
    </Row>
  )
}
