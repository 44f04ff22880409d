import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import type { ReactNode } from 'react'

import { classNames } from '../kit/class-names.ts'
import styles from './mark-strip.module.css'
import { useRovingFocus } from './use-roving-focus.ts'
import { useWidth } from './use-width.ts'

const HEIGHT = 64
/** Of a mark without a size. */
const LEAST = 8
/** Few marks are not wider than many. */
export const FEWEST_SLOTS = 24

export interface StripMark {
  readonly id: string
  /** Absent: it is not known. */
  readonly size?: number | undefined
  readonly color: string
  /** It is not over. */
  readonly isLive?: boolean
  /** All about it, in words. */
  readonly told: string
}

interface MarkStripProps {
  readonly label: string
  /** The newest last. */
  readonly marks: readonly StripMark[]
  /** What takes pointer and focus over a mark: a link, or the mark in words. */
  over(id: string, props: OverMark): ReactNode
}

interface OverMark extends ReturnType<ReturnType<typeof useRovingFocus<HTMLElement>>> {
  readonly className: string | undefined
  readonly style: { readonly left: number; readonly width: number }
  readonly 'aria-label': string
  readonly 'data-tooltip': string
}

/** What happened one after the other: the colour of a mark is its result, the height its size. */
export function MarkStrip({ label, marks, over }: MarkStripProps) {
  const [frame, width] = useWidth()
  const roving = useRovingFocus<HTMLElement>(marks.length)
  const slots = Math.max(marks.length, FEWEST_SLOTS)
  const slotNumbers = Array.from({ length: slots }, (_, slot) => slot)
  const x = scaleBand<number>({
    domain: slotNumbers,
    range: [0, width],
    padding: 0.2,
  })
  const longest = Math.max(1, ...marks.map(({ size = 0 }) => size))
  const heightOf = scaleLinear<number>({ domain: [0, longest], range: [LEAST, HEIGHT] })
  const empty = slots - marks.length
  const placeOf = (index: number) => x(empty + index) ?? 0
  return (
    <div ref={frame} className={styles['strip']} style={{ height: HEIGHT }}>
      <svg width={width} height={HEIGHT} role="img" aria-label={label}>
        {slotNumbers.slice(0, empty).map((slot) => (
          <Bar
            key={slot}
            className={classNames(styles['empty'])}
            x={x(slot) ?? 0}
            y={HEIGHT - LEAST}
            width={x.bandwidth()}
            height={LEAST}
            rx={2}
          />
        ))}
        {marks.map(({ id, size = 0, color, isLive = false }, index) => (
          <Bar
            key={id}
            className={classNames(isLive && styles['live'])}
            x={placeOf(index)}
            y={HEIGHT - heightOf(size)}
            width={x.bandwidth()}
            height={heightOf(size)}
            rx={2}
            fill={color}
          />
        ))}
      </svg>
      {marks.map(({ id, told }, index) =>
        over(id, {
          ...roving(index),
          className: styles['mark'],
          style: { left: placeOf(index) - (x.step() - x.bandwidth()) / 2, width: x.step() },
          'aria-label': told,
          'data-tooltip': told,
        }),
      )}
    </div>
  )
}
