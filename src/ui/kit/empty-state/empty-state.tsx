import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import styles from './empty-state.module.css'

interface EmptyStateProps {
  readonly icon: LucideIcon
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
  /** Nothing else is on the page: its title is that of the page. */
  readonly isWholePage?: boolean
}

/** Says what the thing is and what to do next; also for lists that match nothing and for errors. */
export function EmptyState({ icon: Icon, title, children, actions, isWholePage = false }: EmptyStateProps) {
  const Title = isWholePage ? 'h1' : 'h2'
  return (
    <div className={styles['frame']}>
      <span className={styles['icon']}>
        <Icon size={22} strokeWidth={1.75} aria-hidden />
      </span>
      <Title className={styles['title']}>{title}</Title>
      {children && <p className={styles['text']}>{children}</p>}
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}
