import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'

import { classNames } from '../kit/class-names.ts'
import type { LongListProps } from './long-list.tsx'
import styles from './virtual-list.module.css'
import { withFocused } from './with-focused.ts'

/** The approximate height of a closed item; each is measured after it is rendered. */
const ITEM_HEIGHT = 39
/** Items beyond the edge of the frame, so that Tab finds the next one there. */
const OVERSCAN = 10
/** Used while the frame has no height: the visible part on a large screen. */
const FRAME = { width: 600, height: 480 }

export function VirtualList({
  items,
  label,
  className,
  itemClassName,
  children,
}: LongListProps<{ readonly name: string }>) {
  const frame = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<number>()
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ITEM_HEIGHT,
    measureElement: (item) => item.getBoundingClientRect().height || ITEM_HEIGHT,
    getItemKey: (index) => items[index]?.name ?? index,
    rangeExtractor: (range) => withFocused(range, focused),
    overscan: OVERSCAN,
    initialRect: FRAME,
    observeElementRect: (list, notify) => observeElementRect(list, (rect) => notify(rect.height > 0 ? rect : FRAME)),
  })
  return (
    <div ref={frame} className={classNames(className, styles['frame'])}>
      <ul aria-label={label} className={styles['list']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index]
          return (
            item && (
              // biome-ignore lint/a11y/noNoninteractiveElementInteractions: it only observes the focus.
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                className={classNames(itemClassName, styles['item'])}
                style={{ transform: `translateY(${start}px)` }}
                onFocus={() => setFocused(index)}
              >
                {children(item)}
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
