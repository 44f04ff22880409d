import { CircleAlert, CircleCheck, type IconNode, Info, TriangleAlert } from 'lucide'
import type { ReactNode } from 'react'

import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import tones from '../tone.module.css'
import type { Tone } from '../tone.ts'
import styles from './callout.module.css'

const ICONS: Readonly<Record<Tone, IconNode>> = {
  neutral: Info,
  accent: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
}

interface CalloutProps {
  readonly tone?: Tone
  readonly title?: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** A message in place, where it matters; errors are announced. */
export function Callout({ tone = 'neutral', title, children, actions }: CalloutProps) {
  return (
    <div className={classNames(styles['callout'], tones[tone])} role={tone === 'danger' ? 'alert' : 'note'}>
      <Icon of={ICONS[tone]} size={16} className={styles['icon']} />
      <div className={styles['words']}>
        {title && <p className={styles['title']}>{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className={styles['actions']}>{actions}</div>}
      </div>
    </div>
  )
}
