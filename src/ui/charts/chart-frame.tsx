import { Link } from '@tanstack/react-router'
import { scaleLinear } from '@visx/scale'
import type { CSSProperties, ReactNode } from 'react'

import type { ListFilters } from '../routing/search.ts'
import { useChartDefaults } from './chart-defaults.tsx'
import styles from './chart-frame.module.css'
import { useRovingFocus } from './use-roving-focus.ts'
import { useWidth } from './use-width.ts'

export type ChartLink =
  | { readonly to: '/runs'; readonly search: ListFilters }
  | { readonly to: '/runs/$id'; readonly params: { readonly id: string } }

/** The place of marks, in pixels from the left and from the top. */
export interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly y: ReturnType<typeof scaleLinear<number>>
}

/** A part of the width with its figures in words: on hover, with the keyboard and for screen readers. */
export interface ChartColumn {
  readonly key: string
  readonly from: number
  readonly to: number
  readonly words: string
  readonly link?: ChartLink | undefined
}

export interface Drawing {
  readonly marks: ReactNode
  readonly columns: readonly ChartColumn[]
  /** Below the marks, from left to right; only as many as have room are shown, the last one always, and each text once. */
  readonly ticks: readonly { readonly key: string; readonly x: number; readonly text: string }[]
}

interface ChartFrameProps {
  readonly label: string
  readonly highest: number
  format(value: number): string
  draw(area: Area): Drawing
}

/** About the width of a label, so that labels do not overlap. */
const TICK_WIDTH = 62

/** About the width of a letter of a label, in pixels. */
const LETTER = 5.6
/** Between a label and its mark. */
const LABEL_GAP = 8

/** The axes of a chart, with its marks in them. */
export function ChartFrame({ label, highest, format, draw }: ChartFrameProps) {
  const { height, margin } = useChartDefaults()
  const [frame, width] = useWidth()
  const [right, top, bottom] = [width - margin.right, margin.top, height - margin.bottom]
  const y = scaleLinear<number>({ domain: [0, highest], range: [bottom, top], nice: 4 })
  const labels = y.ticks(4).map((tick) => ({ tick, text: tick === 0 ? '0' : format(tick) }))
  const left = Math.max(margin.left, ...labels.map(({ text }) => text.length * LETTER + 2 * LABEL_GAP))
  const { marks, columns, ticks } = draw({ left, right, top, bottom, y })
  return (
    <div ref={frame} className={styles['frame']}>
      <svg width={width} height={height} role="img" aria-label={label}>
        {labels.map(({ tick }) => (
          <line key={tick} className={styles['grid']} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
        ))}
        {marks}
        {roomy(ticks).map(({ key, x, text }) => (
          <text
            key={key}
            className={styles['tick']}
            x={Math.min(x, width - TICK_WIDTH / 2 + 2)}
            y={bottom + 18}
            textAnchor="middle"
          >
            {text}
          </text>
        ))}
        {labels.map(({ tick, text }) => (
          <text key={tick} className={styles['tick']} x={left - LABEL_GAP} y={y(tick) + 4} textAnchor="end">
            {text}
          </text>
        ))}
      </svg>
      <Columns columns={columns} top={top} height={bottom - top} />
    </div>
  )
}

/** From the right, each with room for itself. */
function roomy(ticks: Drawing['ticks']): Drawing['ticks'] {
  const kept: Drawing['ticks'][number][] = []
  for (const tick of ticks.filter(({ text }, index) => text !== ticks[index - 1]?.text).toReversed()) {
    const next = kept.at(-1)
    if (!next || next.x - tick.x >= TICK_WIDTH) kept.push(tick)
  }
  return kept
}

interface ColumnsProps {
  readonly columns: readonly ChartColumn[]
  readonly top: number
  readonly height: number
}

/** One Tab stop for all of them; the arrow keys move along. */
function Columns({ columns, top, height }: ColumnsProps) {
  const roving = useRovingFocus<HTMLAnchorElement>(columns.length)
  return columns.map(({ key, from, to, words, link }, index) => {
    const style: CSSProperties = { left: from, top, width: Math.max(0, to - from), height }
    const shared = { className: styles['column'], style, 'data-tooltip': words }
    if (!link) return <div key={key} {...shared} />
    return <Link key={key} {...roving(index)} {...link} {...shared} aria-label={words} />
  })
}
