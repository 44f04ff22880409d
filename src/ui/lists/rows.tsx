import { type ReactNode, Suspense } from 'react'

import { defined } from '../../core/catalog/defined.ts'
import { lazyNamed } from '../kit/lazy-named.ts'

const VirtualRows = lazyNamed(() => import('./virtual-rows.tsx'), 'VirtualRows', { isPart: true })

/** Up to this number every row is in the page, so that the browser's own search finds it. */
export const PLAIN_UP_TO = 200

/** Enough to fill a screen until the code for long lists is loaded. */
const FIRST = 30

export interface RowsProps<T extends { readonly id: string }> {
  readonly items: readonly T[]
  /** The approximate height of a row, in pixels; each is measured after it is rendered. */
  readonly height?: number
  /** One `Row` of the table. */
  children(item: T): ReactNode
}

/** The rows of a list; for a long one only the visible ones. */
export function Rows<T extends { readonly id: string }>({ items, height, children }: RowsProps<T>) {
  if (items.length <= PLAIN_UP_TO) return items.map((item) => children(item))
  return (
    <Suspense fallback={items.slice(0, FIRST).map((item) => children(item))}>
      <VirtualRows items={items} {...defined({ height })}>
        {(item) => children(item as T)}
      </VirtualRows>
    </Suspense>
  )
}
