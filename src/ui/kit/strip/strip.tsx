import type { IconNode } from 'lucide'
import type { ReactNode } from 'react'

import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import tones from '../tone.module.css'
import type { Tone } from '../tone.ts'
import styles from './strip.module.css'

export interface StripProps {
  readonly tone: Tone
  readonly icon: IconNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A message across the window, above the page that it is about. */
export const Strip = ({ tone, icon, actions, children }: StripProps) => (
  <div className={classNames(styles['strip'], tones[tone])}>
    <Icon of={icon} size={15} />
    <div className={styles['text']}>{children}</div>
    {actions && <div className={styles['actions']}>{actions}</div>}
  </div>
)
