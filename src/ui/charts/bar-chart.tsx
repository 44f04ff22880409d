import { Group } from '@visx/group'
import { scaleBand } from '@visx/scale'
import { BarStack } from '@visx/shape'

import { ChartFrame, type ChartLink } from './chart-frame.tsx'

/** A part of every bar, from the bottom up. */
export interface Series {
  readonly key: string
  readonly label: string
  readonly color: string
}

export interface BarDatum {
  readonly key: string
  /** The time of the bar, in the words of its axis. */
  readonly name: string
  /** The same with more room; absent: the name. */
  readonly title?: string
  readonly values: Readonly<Record<string, number>>
  readonly link?: ChartLink
}

interface BarChartProps {
  readonly label: string
  readonly bars: readonly BarDatum[]
  readonly series: readonly Series[]
  /** At least as many bars have room; fewer are at the right. */
  readonly slots?: number
  format(value: number): string
  /** A value in words; absent: as on the axis. */
  formatValue?(value: number): string
}

const totalOf = ({ values }: BarDatum) => Object.values(values).reduce((sum, value) => sum + value, 0)

/** Stacked bars over time, each with a link to what it counts. A table beside it has the same figures. */
export function BarChart({ label, bars, series, slots = 0, format, formatValue = format }: BarChartProps) {
  const colorOf = (key: string) => series.find((one) => one.key === key)?.color ?? 'currentcolor'
  const inWords = ({ name, title = name, values }: BarDatum) =>
    `${title} · ${series.map(({ key, label: part }) => `${part} ${formatValue(values[key] ?? 0)}`).join(' · ')}`
  return (
    <ChartFrame
      label={label}
      highest={Math.max(4, ...bars.map(totalOf))}
      format={format}
      draw={({ left, right, y }) => {
        const empty = Array.from({ length: Math.max(0, slots - bars.length) }, (_, slot) => `empty ${slot}`)
        const x = scaleBand({ domain: [...empty, ...bars.map(({ key }) => key)], range: [left, right], padding: 0.28 })
        const startOf = ({ key }: BarDatum) => x(key) ?? 0
        return {
          marks: (
            <Group>
              <BarStack<BarDatum, string>
                data={[...bars]}
                keys={series.map(({ key }) => key)}
                value={({ values }, key) => values[key] ?? 0}
                x={({ key }) => key}
                xScale={x}
                yScale={y}
                color={colorOf}
              />
            </Group>
          ),
          columns: bars.map((bar) => {
            const from = startOf(bar) - (x.step() - x.bandwidth()) / 2
            return { key: bar.key, from, to: from + x.step(), words: inWords(bar), link: bar.link }
          }),
          ticks: bars.map((bar) => ({ key: bar.key, x: startOf(bar) + x.bandwidth() / 2, text: bar.name })),
        }
      }}
    />
  )
}
