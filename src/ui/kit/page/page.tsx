import type { ReactNode } from 'react'

import { classNames } from '../class-names.ts'
import styles from './page.module.css'

/** The frame of every page, with the same width on all; pages with columns side by side use `full`. */
export const Page = ({ width = 'wide', children }: { width?: 'wide' | 'full'; children: ReactNode }) => (
  <div className={classNames(styles['page'], width === 'full' && styles['full'])}>{children}</div>
)

/** The row of search and filters above a list. */
export const Toolbar = ({ children }: { children: ReactNode }) => <div className={styles['toolbar']}>{children}</div>

/** Parts of a page, one below the other. */
export const Stack = ({ children }: { children: ReactNode }) => <div className={styles['stack']}>{children}</div>
