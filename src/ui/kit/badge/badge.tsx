import type { ReactNode } from 'react'

import { classNames } from '../class-names.ts'
import type { Tone } from '../tone.ts'
import styles from './badge.module.css'

export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={classNames(styles['badge'], styles[tone])}>{children}</span>
)
