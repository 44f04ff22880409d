import type { ReactNode } from 'react'

import { RelativeTime } from '../i18n/relative-time.tsx'
import { StatusDot } from '../kit/status-dot/status-dot.tsx'
import type { Tone } from '../kit/tone.ts'
import styles from './overview-list.module.css'

interface AttentionItemProps {
  readonly what: ReactNode
  /** The start of the problem, if known. */
  readonly at: string | undefined
  readonly tone?: Tone
  /** The button that mends it. */
  readonly mend?: ReactNode
  /** A link to what has the problem. */
  readonly children: ReactNode
}

export const AttentionItem = ({ what, at, tone = 'danger', mend, children }: AttentionItemProps) => (
  <li className={styles['item']}>
    <StatusDot tone={tone} />
    <span className={styles['name']}>{children}</span>
    <span className={styles['what']}>{what}</span>
    <span className={styles['when']}>{at !== undefined && <RelativeTime at={at} />}</span>
    {mend}
  </li>
)
