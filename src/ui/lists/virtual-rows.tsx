import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { Fragment, useLayoutEffect, useRef, useState } from 'react'

import { RowPlace } from '../kit/table/table.tsx'
import type { RowsProps } from './rows.tsx'
import { withFocused } from './with-focused.ts'

/** The approximate height of a row of two lines. */
const ROW_HEIGHT = 60
/** Rows beyond the edge of the screen, so that Tab finds the next one there. */
const OVERSCAN = 10

/** Only the visible rows, between two gaps with the height of the others; the focused row stays rendered while scrolling. */
export function VirtualRows({ items, height = ROW_HEIGHT, children }: RowsProps<{ readonly id: string }>) {
  const top = useRef<HTMLTableRowElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  const [focused, setFocused] = useState<number>()
  // Elements above the list appear and disappear, so its start is measured at each render.
  useLayoutEffect(() => {
    if (top.current) setScrollMargin(Math.round(top.current.getBoundingClientRect().top + window.scrollY))
  })
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => height,
    measureElement: (row) => row.getBoundingClientRect().height || height,
    getItemKey: (index) => items[index]?.id ?? index,
    rangeExtractor: (range) => withFocused(range, focused),
    overscan: OVERSCAN,
    scrollMargin,
  })
  const rows = virtualizer.getVirtualItems()
  const end = virtualizer.getTotalSize() + scrollMargin

  return (
    <>
      <Gap ref={top} height={(rows[0]?.start ?? end) - scrollMargin} />
      {rows.map(({ index, key, end: bottom }, place) => {
        const item = items[index]
        const next = rows[place + 1]?.start ?? end
        return (
          item && (
            <Fragment key={key}>
              <RowPlace value={{ index, measure: virtualizer.measureElement, onFocus: () => setFocused(index) }}>
                {children(item)}
              </RowPlace>
              {next > bottom && <Gap height={next - bottom} />}
            </Fragment>
          )
        )
      })}
    </>
  )
}

const Gap = ({ height, ref }: { readonly height: number; readonly ref?: React.Ref<HTMLTableRowElement> }) => (
  <tr ref={ref} aria-hidden style={{ height }}>
    {/* Below a row without any cell, the line under the last column is not drawn. */}
    <td style={NO_CELL} />
  </tr>
)

const NO_CELL = { height: 0, padding: 0, border: 0 }
