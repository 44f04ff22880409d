import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'

import { classNames } from '../class-names.ts'
import { HeadCell, type SampleTableProps, ValueCell } from './sample-cells.tsx'
import samples from './sample-table.module.css'
import styles from './wide-sample-table.module.css'

/** In pixels. All columns have the same width, all rows the same height: invisible ones are never measured. */
const COLUMN = 168
const ROW = 28
/** Used while the frame has no size: the visible part on a large screen. */
const FRAME = { width: 1_200, height: 400 }

type Options = Parameters<typeof useVirtualizer<HTMLElement, Element>>[0]

/** The sample table that draws only visible rows and columns, with empty space for the others. */
export function WideSampleTable({ label, columns, rows, marks, isChanged, isGone, isStale = false }: SampleTableProps) {
  const frame = useRef<HTMLElement>(null)
  const shared: Pick<Options, 'getScrollElement' | 'overscan' | 'initialRect' | 'observeElementRect'> = {
    getScrollElement: () => frame.current,
    overscan: 4,
    initialRect: FRAME,
    observeElementRect: (list, notify) => observeElementRect(list, (rect) => notify(rect.height > 0 ? rect : FRAME)),
  }
  const across = useVirtualizer<HTMLElement, Element>({
    ...shared,
    horizontal: true,
    count: columns.length,
    estimateSize: () => COLUMN,
  })
  const down = useVirtualizer<HTMLElement, Element>({ ...shared, count: rows.length, estimateSize: () => ROW })
  const [shownColumns, shownRows] = [across.getVirtualItems(), down.getVirtualItems()]
  const left = shownColumns[0]?.start ?? 0
  const right = across.getTotalSize() - (shownColumns.at(-1)?.end ?? 0)
  const above = shownRows[0]?.start ?? 0
  const below = down.getTotalSize() - (shownRows.at(-1)?.end ?? 0)
  return (
    <section
      ref={frame}
      className={classNames(samples['frame'], styles['frame'])}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
      tabIndex={0}
      aria-busy={isStale}
    >
      <table
        className={classNames(samples['table'], styles['table'])}
        style={{ width: across.getTotalSize() }}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
      >
        <thead>
          <tr aria-rowindex={1}>
            {left > 0 && <Room width={left} />}
            {shownColumns.map(({ index }) => {
              const column = columns[index]
              return column && <HeadCell key={index} column={column} mark={marks?.get(column.name)} index={index + 1} />
            })}
            {right > 0 && <Room width={right} />}
          </tr>
        </thead>
        <tbody>
          <Gap height={above} />
          {shownRows.map(({ index: row }) => (
            <tr
              key={row}
              className={classNames(styles['row'], isGone?.(row) && samples['left'])}
              aria-rowindex={row + 2}
            >
              {left > 0 && <td className={styles['room']} />}
              {shownColumns.map(({ index }) => {
                const name = columns[index]?.name ?? ''
                return (
                  <ValueCell
                    key={index}
                    value={rows[row]?.[index] ?? null}
                    mark={marks?.get(name)}
                    isChanged={isChanged?.(row, name) ?? false}
                  />
                )
              })}
              {right > 0 && <td className={styles['room']} />}
            </tr>
          ))}
          <Gap height={below} />
        </tbody>
      </table>
    </section>
  )
}

const Room = ({ width }: { readonly width: number }) => <td aria-hidden className={styles['room']} style={{ width }} />

const Gap = ({ height }: { readonly height: number }) =>
  height > 0 && (
    <tr aria-hidden style={{ height }}>
      <td className={styles['room']} />
    </tr>
  )
