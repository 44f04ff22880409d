import type { IconNode } from 'lucide'
import type { ReactNode } from 'react'

import { Icon } from '../icon/icon.tsx'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  readonly icon: IconNode
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
  /** For a page without other content: its title is that of the page. */
  readonly isWholePage?: boolean
}

/** Explains the missing objects and the next step; also for lists without matches and for errors. */
export function EmptyState({ icon, title, children, actions, isWholePage = false }: EmptyStateProps) {
  const Title = isWholePage ? 'h1' : 'h2'
  return (
    <div className={styles['frame']}>
      <span className={styles['icon']}>
        <Icon of={icon} size={22} strokeWidth={1.75} />
      </span>
      <Title className={styles['title']}>{title}</Title>
      {children && <p className={styles['text']}>{children}</p>}
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}
