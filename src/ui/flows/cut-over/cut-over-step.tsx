import { Trans } from '@lingui/react/macro'
import { Check } from 'lucide'
import type { ReactNode } from 'react'

import { classNames } from '../../kit/class-names.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import styles from './cut-over.module.css'

interface CutOverStepProps {
  readonly title: ReactNode
  readonly isDone: boolean
  readonly children?: ReactNode
}

/** A line of the checklist. */
export function CutOverStep({ title, isDone, children }: CutOverStepProps) {
  return (
    <li className={classNames(styles['step'], isDone && styles['done'])}>
      <span className={styles['mark']}>
        {isDone && (
          <>
            <Icon of={Check} size={14} />
            <span className="visually-hidden">
              <Trans>Done</Trans>
            </span>
          </>
        )}
      </span>
      <div className={styles['content']}>
        <h3 className={styles['title']}>{title}</h3>
        {children}
      </div>
    </li>
  )
}
