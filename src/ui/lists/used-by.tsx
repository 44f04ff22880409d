import type { ReactNode } from 'react'

import { Menu, MenuLink } from '../kit/menu/menu.tsx'
import styles from './used-by.module.css'

interface UsedByProps<T> {
  readonly items: readonly T[]
  /** Said while there is none. */
  readonly none: ReactNode
  /** How many there are, in words. */
  readonly count: ReactNode
  /** A link that leads to one of them, named after it. */
  link(item: T): ReactNode
}

/** What hangs on a row: the one thing, or how many, each a click away. */
export function UsedBy<T extends { readonly id: string }>({ items, none, count, link }: UsedByProps<T>) {
  const [only] = items
  if (!only) return <span className={styles['none']}>{none}</span>
  if (items.length === 1) return <span className={styles['only']}>{link(only)}</span>
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={styles['many']}>
          {count}
        </button>
      }
    >
      {items.map((item) => (
        <MenuLink key={item.id}>{link(item)}</MenuLink>
      ))}
    </Menu>
  )
}
