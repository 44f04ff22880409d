import { Trans, useLingui } from '@lingui/react/macro'
import { scaleTime } from '@visx/scale'
import { LinePath } from '@visx/shape'

import type { MirrorWindow } from '../../../../core/mirrors/mirror.ts'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { ChartFrame } from '../../../charts/chart-frame.tsx'
import { timeUnit } from '../../../charts/time-unit.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { classNames } from '../../../kit/class-names.ts'
import styles from './charts.module.css'

interface LagCardProps {
  /** The oldest first. */
  readonly windows: readonly MirrorWindow[]
}

/** How long changes took until they were visible in the destination, minute by minute. */
export function LagCard({ windows }: LagCardProps) {
  const { t } = useLingui()
  const { duration, hour, time } = useFormats()
  const highest = Math.max(1, ...windows.map(({ lagP99Ms }) => lagP99Ms))
  const unit = timeUnit(highest)
  const windowText = ({ endedAt, lagP50Ms, lagP99Ms }: MirrorWindow) =>
    t`${time(endedAt)}: half within ${duration(lagP50Ms)}, 99 % within ${duration(lagP99Ms)}`
  return (
    <ChartCard
      title={t`Lag`}
      description={<Trans>From the source’s commit: half of the changes, and 99 %</Trans>}
      columns={[t`Until`, t`Half within`, t`99 % within`]}
      rows={windows.toReversed().map((window) => ({
        key: String(window.number),
        cells: [time(window.endedAt), duration(window.lagP50Ms), duration(window.lagP99Ms)],
      }))}
    >
      <ChartFrame
        label={t`Lag`}
        highest={highest / unit}
        format={(value) => duration(value * unit)}
        draw={({ left, right, y }) => {
          const at = ({ endedAt }: MirrorWindow) => Date.parse(endedAt)
          const [first, last] = [windows[0], windows.at(-1)]
          if (!first || !last) return { marks: null, columns: [], ticks: [] }
          const x = scaleTime<number>({ domain: [at(first), Math.max(at(last), at(first) + 1)], range: [left, right] })
          const line = { data: [...windows], x: (window: MirrorWindow) => x(at(window)) }
          const half = (right - left) / Math.max(1, windows.length - 1) / 2
          return {
            marks: (
              <>
                <LinePath
                  {...line}
                  y={({ lagP99Ms }) => y(lagP99Ms / unit)}
                  className={classNames(styles['expected'], styles['open'])}
                />
                <LinePath {...line} y={({ lagP50Ms }) => y(lagP50Ms / unit)} className={classNames(styles['sum'])} />
                {windows.map((window) => (
                  <circle
                    key={window.number}
                    className={styles['dot']}
                    cx={x(at(window))}
                    cy={y(window.lagP50Ms / unit)}
                    r={2}
                  />
                ))}
              </>
            ),
            columns: windows.map((window) => ({
              key: String(window.number),
              from: Math.max(left, x(at(window)) - half),
              to: Math.min(right, x(at(window)) + half),
              words: windowText(window),
            })),
            ticks: windows.map((window) => ({
              key: String(window.number),
              x: x(at(window)),
              text: hour(window.endedAt),
            })),
          }
        }}
      />
    </ChartCard>
  )
}
