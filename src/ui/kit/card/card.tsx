import { type ReactNode, useId } from 'react'

import styles from './card.module.css'

interface CardProps {
  readonly title?: ReactNode
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** A titled part of a page. */
export function Card({ title, description, actions, children }: CardProps) {
  const id = useId()
  return (
    <section className={styles['card']} {...(title !== undefined && { 'aria-labelledby': id })}>
      {title !== undefined && (
        <header className={styles['header']}>
          <div>
            <h2 className={styles['title']} id={id}>
              {title}
            </h2>
            {description && <p className={styles['description']}>{description}</p>}
          </div>
          {actions}
        </header>
      )}
      {children && <div className={styles['body']}>{children}</div>}
    </section>
  )
}
