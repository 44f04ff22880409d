import type { ReactNode } from 'react'

import { Menu, MenuLink } from '../kit/menu/menu.tsx'
import styles from './used-by.module.css'

interface UsedByProps<T> {
  readonly items: readonly T[]
  /** The text if there are none. */
  readonly none: ReactNode
  /** The number as text. */
  readonly count: ReactNode
  /** A link to one of them, with its name. */
  link(item: T): ReactNode
}

/** The objects that use a row: the single one, or their number, each one click away. */
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
