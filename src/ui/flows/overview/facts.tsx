import type { ReactNode } from 'react'

import styles from './flow-facts.module.css'

/** What is to be known first, beside each other. */
export const Facts = ({ children }: { readonly children: ReactNode }) => <dl className={styles['facts']}>{children}</dl>

export const Fact = ({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) => (
  <div className={styles['fact']}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
