import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide'
import type { ReactNode } from 'react'

import { Button } from '../kit/button/button.tsx'
import styles from './selection-bar.module.css'

interface SelectionBarProps {
  readonly count: number
  /** The actions for all of them. */
  readonly children: ReactNode
  onClear(): void
}

/** The number of selected rows and their actions; always visible. Hidden while none is selected. */
export function SelectionBar({ count, children, onClear }: SelectionBarProps) {
  const { t } = useLingui()
  if (count === 0) return null
  return (
    <div role="toolbar" aria-label={t`Selected`} className={styles['bar']}>
      <span className={styles['count']} aria-live="polite">
        <Plural value={count} one="# selected" other="# selected" />
      </span>
      {children}
      <Button size="sm" variant="ghost" icon={X} className={styles['clear']} onClick={onClear}>
        <Trans>Clear selection</Trans>
      </Button>
    </div>
  )
}
