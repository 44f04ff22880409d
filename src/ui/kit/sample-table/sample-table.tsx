import { Suspense } from 'react'

import { lazyNamed } from '../lazy-named.ts'
import { SkeletonRows } from '../skeleton/skeleton.tsx'
import { HeadCell, type SampleTableProps, ValueCell } from './sample-cells.tsx'
import styles from './sample-table.module.css'

const WideSampleTable = lazyNamed(() => import('./wide-sample-table.tsx'), 'WideSampleTable', { isPart: true })

/** With more cells than this, rendering takes a noticeable time. */
const PLAIN_UP_TO = 4_000

/** Some rows of data, scrollable in both directions in its own frame; of a wide table, only visible cells are drawn. */
export function SampleTable(props: SampleTableProps) {
  const { label, columns, rows, marks, isChanged, isGone, isStale = false } = props
  if (columns.length * rows.length > PLAIN_UP_TO) {
    return (
      <Suspense fallback={<SkeletonRows />}>
        <WideSampleTable {...props} />
      </Suspense>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className={styles['frame']} aria-label={label} tabIndex={0} aria-busy={isStale}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.name} column={column} mark={marks?.get(column.name)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a sample have no id.
            <tr key={index} className={isGone?.(index) ? styles['left'] : undefined}>
              {columns.map(({ name }, place) => (
                <ValueCell
                  key={name}
                  value={row[place] ?? null}
                  mark={marks?.get(name)}
                  isChanged={isChanged?.(index, name) ?? false}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
