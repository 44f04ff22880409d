import { Link } from '@tanstack/react-router'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { BarStack } from '@visx/shape'
import { type RefCallback, useCallback, useState } from 'react'
import type { ListFilters } from '../../routing/search.ts'
import styles from './bar-chart.module.css'
import { useChartDefaults } from './chart-defaults.tsx'
import { useRovingFocus } from './use-roving-focus.ts'

/** A part of every bar, from the bottom up. */
export interface Series {
  readonly key: string
  readonly label: string
  readonly color: string
}

export interface BarDatum {
  /** ISO 8601; the start of the bar's time. */
  readonly start: string
  readonly values: Readonly<Record<string, number>>
  /** The link to the counted runs. */
  readonly runs: ListFilters
}

interface BarChartProps {
  readonly label: string
  readonly bars: readonly BarDatum[]
  readonly series: readonly Series[]
  nameOf(start: string): string
  format(value: number): string
}

/** About the width of a bar's label, so that labels do not overlap. */
const NAME_WIDTH = 58

const totalOf = ({ values }: BarDatum) => Object.values(values).reduce((sum, value) => sum + value, 0)

/** Stacked bars over time, each with a link to the runs that it counts. A table beside it has the same figures. */
export function BarChart({ label, bars, series, nameOf, format }: BarChartProps) {
  const { height, margin } = useChartDefaults()
  const [frame, width] = useWidth()
  const roving = useRovingFocus<HTMLAnchorElement>(bars.length)
  const [left, right, bottom] = [margin.left, width - margin.right, height - margin.bottom]
  const x = scaleBand({ domain: bars.map(({ start }) => start), range: [left, right], padding: 0.28 })
  const highest = Math.max(4, ...bars.map(totalOf))
  const y = scaleLinear<number>({ domain: [0, highest], range: [bottom, margin.top], nice: 4 })
  const every = Math.max(1, Math.ceil((bars.length * NAME_WIDTH) / Math.max(1, right - left)))
  const colorOf = (key: string) => series.find((one) => one.key === key)?.color ?? 'currentcolor'
  const inWords = ({ start, values }: BarDatum) =>
    `${nameOf(start)} · ${series.map(({ key, label: name }) => `${name} ${format(values[key] ?? 0)}`).join(' · ')}`

  return (
    <div ref={frame} className={styles['frame']}>
      <svg width={width} height={height} role="img" aria-label={label}>
        {y.ticks(4).map((tick) => (
          <line key={tick} className={styles['grid']} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
        ))}
        <Group>
          <BarStack<BarDatum, string>
            data={[...bars]}
            keys={series.map(({ key }) => key)}
            value={({ values }, key) => values[key] ?? 0}
            x={({ start }) => start}
            xScale={x}
            yScale={y}
            color={colorOf}
          />
        </Group>
        {bars
          .filter((_, index) => (bars.length - 1 - index) % every === 0)
          .map(({ start }) => (
            <text
              key={start}
              className={styles['tick']}
              x={(x(start) ?? 0) + x.bandwidth() / 2}
              y={bottom + 18}
              textAnchor="middle"
            >
              {nameOf(start)}
            </text>
          ))}
        {y.ticks(4).map((tick) => (
          <text key={tick} className={styles['tick']} x={left - 8} y={y(tick) + 4} textAnchor="end">
            {format(tick)}
          </text>
        ))}
      </svg>
      {bars.map((bar, index) => (
        <Link
          key={bar.start}
          {...roving(index)}
          to="/flows"
          search={bar.runs}
          className={styles['column']}
          style={{
            left: (x(bar.start) ?? 0) - (x.step() - x.bandwidth()) / 2,
            top: margin.top,
            width: x.step(),
            height: bottom - margin.top,
          }}
          aria-label={inWords(bar)}
          data-tooltip={inWords(bar)}
        />
      ))}
    </div>
  )
}

/** Used before the first measurement, and if nothing can be measured. */
const ASSUMED = 480

/** The element to measure, and its current width. */
function useWidth(): readonly [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(ASSUMED)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(120, Math.floor(entry?.contentRect.width ?? 0))))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [measure, width]
}
