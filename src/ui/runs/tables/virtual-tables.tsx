import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react'

import type { RunStream } from '../../../core/runs/run.ts'
import { withFocused } from '../../lists/with-focused.ts'
import type { TableRowProps } from './table-row.tsx'

/** The approximate height of a closed table; each is measured after it is rendered. */
const HEIGHT = 34
/** Tables beyond the edge of the screen, so that Tab finds the next one there. */
const OVERSCAN = 10

interface VirtualTablesProps {
  readonly streams: readonly RunStream[]
  /** Columns. */
  readonly width: number
  rowOf(stream: RunStream, place: TableRowProps['place']): ReactNode
}

/** Only the visible tables of a run, between two gaps with the height of the others; the focused one stays rendered. */
export function VirtualTables({ streams, width, rowOf }: VirtualTablesProps) {
  const top = useRef<HTMLTableSectionElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  const [focused, setFocused] = useState<number>()
  // What is above the tables appears and disappears, so their start is measured at each render.
  useLayoutEffect(() => {
    if (top.current) setScrollMargin(Math.round(top.current.getBoundingClientRect().top + window.scrollY))
  })
  const virtualizer = useWindowVirtualizer({
    count: streams.length,
    estimateSize: () => HEIGHT,
    measureElement: (body) => body.getBoundingClientRect().height || HEIGHT,
    getItemKey: (index) => streams[index]?.entity ?? index,
    rangeExtractor: (range) => withFocused(range, focused),
    overscan: OVERSCAN,
    scrollMargin,
  })
  const shown = virtualizer.getVirtualItems()
  const end = virtualizer.getTotalSize() + scrollMargin
  return (
    <>
      <Gap ref={top} width={width} height={(shown[0]?.start ?? end) - scrollMargin} />
      {shown.map(({ index, key, end: bottom }, at) => {
        const stream = streams[index]
        const next = shown[at + 1]?.start ?? end
        const place = { index, ref: virtualizer.measureElement, onFocus: () => setFocused(index) }
        return (
          stream && (
            <Fragment key={key}>
              {rowOf(stream, place)}
              {next > bottom && <Gap width={width} height={next - bottom} />}
            </Fragment>
          )
        )
      })}
    </>
  )
}

interface GapProps {
  readonly width: number
  readonly height: number
  readonly ref?: Ref<HTMLTableSectionElement>
}

const Gap = ({ width, height, ref }: GapProps) => (
  <tbody ref={ref} aria-hidden>
    <tr style={{ height }}>
      <td colSpan={width} style={{ padding: 0, border: 0 }} />
    </tr>
  </tbody>
)
