import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import styles from './empty-state.module.css'

interface EmptyStateProps {
  readonly icon: LucideIcon
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** Says what the thing is and what to do next; also for lists that match nothing and for errors. */
export function EmptyState({ icon: Icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles['frame']}>
      <span className={styles['icon']}>
        <Icon size={22} strokeWidth={1.75} aria-hidden />
      </span>
      <h2 className={styles['title']}>{title}</h2>
      {children && <p className={styles['text']}>{children}</p>}
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}
