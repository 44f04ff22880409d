import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { scaleTime } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { useId } from 'react'

import { ageSpans } from '../../../../core/flows/overview/age-line.ts'
import type { FlowOverview } from '../../../../core/flows/overview/flow-overview.ts'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { ChartFrame } from '../../../charts/chart-frame.tsx'
import { Limit } from '../../../charts/limit.tsx'
import { timeUnit } from '../../../charts/time-unit.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { useNow } from '../../../i18n/use-now.ts'
import { classNames } from '../../../kit/class-names.ts'
import styles from './charts.module.css'

const TWO_DAYS = 2 * 86_400_000

interface AgeCardProps {
  readonly overview: FlowOverview
  /** In milliseconds; absent: there is none. */
  readonly limit: number | undefined
}

/** How old the rows in the destination were at each time, against the limit. */
export function AgeCard({ overview, limit }: AgeCardProps) {
  const { t } = useLingui()
  const { duration, minute, hour, day } = useFormats()
  const now = useNow()
  const clip = useId()
  const spans = ageSpans(overview, now)
  const [first, last] = [spans[0], spans.at(-1)]
  const highest = Math.max(1, limit ?? 0, ...spans.map(({ from, to }) => to - from))
  const unit = timeUnit(highest)
  const iso = (at: number) => new Date(at).toISOString()
  const over = limit === undefined ? 0 : spans.filter(({ from, to }) => to - from > limit).length
  const allowed = limit === undefined ? '' : duration(limit)
  return (
    <ChartCard
      title={t`Age of the rows`}
      description={
        limit === undefined ? (
          <Trans>Since the last success; no limit</Trans>
        ) : over === 0 ? (
          <Trans>Since the last success; never above {allowed}</Trans>
        ) : (
          <Plural
            value={over}
            one={`Since the last success; once above ${allowed}`}
            other={`Since the last success; # times above ${allowed}`}
          />
        )
      }
      columns={[t`From`, t`To`, t`Age`]}
      rows={spans.toReversed().map(({ from, to, endedBy }) => ({
        key: String(from),
        cells: [minute(iso(from)), endedBy === undefined ? t`now` : minute(iso(to)), duration(to - from)],
      }))}
    >
      <ChartFrame
        label={t`Age of the rows`}
        highest={highest / unit}
        format={(value) => duration(value * unit)}
        draw={({ left, right, top, y }) => {
          if (!first || !last) return { marks: null, columns: [], ticks: [] }
          const x = scaleTime<number>({ domain: [first.from, Math.max(last.to, first.from + 1)], range: [left, right] })
          const points = spans.flatMap(({ from, to }) => [
            { x: x(from), y: y(0) },
            { x: x(to), y: y((to - from) / unit) },
            { x: x(to), y: y(0) },
          ])
          const line = { data: points, x: (point: { x: number }) => point.x, y: (point: { y: number }) => point.y }
          const limitAt = limit === undefined ? undefined : y(limit / unit)
          const tickOf = last.to - first.from < TWO_DAYS ? hour : day
          return {
            marks: (
              <>
                <LinePath {...line} className={classNames(styles['age'])} />
                {limitAt !== undefined && (
                  <>
                    <clipPath id={clip}>
                      <rect x={left} y={top} width={right - left} height={Math.max(0, limitAt - top)} />
                    </clipPath>
                    <LinePath {...line} className={classNames(styles['late'])} clipPath={`url(#${clip})`} />
                    <Limit left={left} right={right} at={limitAt} />
                  </>
                )}
              </>
            ),
            columns: spans.map(({ from, to, endedBy }) => ({
              key: String(from),
              from: x(from),
              to: x(to),
              words:
                endedBy === undefined
                  ? t`Since ${minute(iso(from))}: ${duration(to - from)} now`
                  : t`${minute(iso(from))} to ${minute(iso(to))}: up to ${duration(to - from)}`,
            })),
            ticks: x.ticks(5).map((at) => ({ key: at.toISOString(), x: x(at), text: tickOf(at.toISOString()) })),
          }
        }}
      />
    </ChartCard>
  )
}
