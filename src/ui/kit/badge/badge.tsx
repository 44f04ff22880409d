import type { ReactNode } from 'react'

import { classNames } from '../class-names.ts'
import tones from '../tone.module.css'
import type { Tone } from '../tone.ts'
import styles from './badge.module.css'

export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={classNames(styles['badge'], tones[tone])}>{children}</span>
)
