import { type ReactNode, Suspense } from 'react'

import { lazyNamed } from '../kit/lazy-named.ts'
import { PLAIN_UP_TO } from './rows.tsx'

const VirtualList = lazyNamed(() => import('./virtual-list.tsx'), 'VirtualList')

/** Enough to fill its frame until the code for long lists is loaded. */
const FIRST = 30

export interface LongListProps<T extends { readonly name: string }> {
  readonly items: readonly T[]
  readonly label: string
  readonly className: string | undefined
  readonly itemClassName: string | undefined
  /** The content of one item of the list. */
  children(item: T): ReactNode
}

/** A list of named objects; for a long one, a scrolling frame with only the visible ones. */
export function LongList<T extends { readonly name: string }>(props: LongListProps<T>) {
  const { items, label, className, itemClassName, children } = props
  const plain = (shown: readonly T[]) => (
    <ul className={className} aria-label={label}>
      {shown.map((item) => (
        <li key={item.name} className={itemClassName}>
          {children(item)}
        </li>
      ))}
    </ul>
  )
  if (items.length <= PLAIN_UP_TO) return plain(items)
  return (
    <Suspense fallback={plain(items.slice(0, FIRST))}>
      <VirtualList {...props}>{(item) => children(item as T)}</VirtualList>
    </Suspense>
  )
}
