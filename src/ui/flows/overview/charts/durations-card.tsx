import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { scaleBand } from '@visx/scale'
import { Bar, Circle, Line } from '@visx/shape'

import type { DrawnRun } from '../../../../core/flows/overview/flow-overview.ts'
import { durationBand, durationOf } from '../../../../core/flows/overview/run-durations.ts'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { ChartFrame } from '../../../charts/chart-frame.tsx'
import { FEWEST_SLOTS } from '../../../charts/mark-strip.tsx'
import { timeUnit } from '../../../charts/time-unit.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { classNames } from '../../../kit/class-names.ts'
import styles from './charts.module.css'
import { useRunColors } from './run-colors.ts'
import { useRunWords } from './use-run-words.ts'

/** How long each run took, over the band in which half of the successful ones are. */
export function DurationsCard({ runs }: { readonly runs: readonly DrawnRun[] }) {
  const { t } = useLingui()
  const { duration } = useFormats()
  const words = useRunWords(runs)
  const colorOf = useRunColors()
  const band = durationBand(runs)
  const drawn = runs.map((run) => ({ run, took: durationOf(run) }))
  const longest = Math.max(1, ...drawn.map(({ took = 0 }) => took))
  const unit = timeUnit(longest)
  const slots = Math.max(runs.length, FEWEST_SLOTS)
  const median = band && duration(band.median)
  return (
    <ChartCard
      title={t`Duration`}
      description={median !== undefined && <Trans>Usually about {median}; band: half of the runs</Trans>}
      columns={[t`Run`, t`Result`, t`Duration`]}
      rows={runs.toReversed().map((run) => ({
        key: run.id,
        cells: [
          <Link key="name" to="/runs/$id" params={{ id: run.id }}>
            {words.title(run)}
          </Link>,
          words.state(run),
          words.took(run),
        ],
      }))}
    >
      <ChartFrame
        label={t`Duration`}
        highest={longest / unit}
        format={(value) => duration(value * unit)}
        draw={({ left, right, y }) => {
          const x = scaleBand<number>({
            domain: Array.from({ length: slots }, (_, slot) => slot),
            range: [left, right],
            padding: 0.28,
          })
          const startOf = (index: number) => x(slots - runs.length + index) ?? 0
          const middleOf = (index: number) => startOf(index) + x.bandwidth() / 2
          const heightOf = (milliseconds: number) => y(milliseconds / unit)
          return {
            marks: (
              <>
                {band && (
                  <>
                    <Bar
                      className={classNames(styles['band'])}
                      x={left}
                      y={heightOf(band.high)}
                      width={right - left}
                      height={Math.max(2, heightOf(band.low) - heightOf(band.high))}
                    />
                    <Line
                      className={classNames(styles['median'])}
                      from={{ x: left, y: heightOf(band.median) }}
                      to={{ x: right, y: heightOf(band.median) }}
                    />
                  </>
                )}
                {drawn.map(
                  ({ run, took }, index) =>
                    took !== undefined && (
                      <Circle key={run.id} cx={middleOf(index)} cy={heightOf(took)} r={3} fill={colorOf(run.status)} />
                    ),
                )}
              </>
            ),
            columns: drawn.map(({ run }, index) => {
              const from = startOf(index) - (x.step() - x.bandwidth()) / 2
              return {
                key: run.id,
                from,
                to: from + x.step(),
                words: `${words.title(run)} · ${words.state(run)} · ${words.took(run)}`,
                link: { to: '/runs/$id', params: { id: run.id } },
              }
            }),
            ticks: drawn.map(({ run }, index) => ({ key: run.id, x: middleOf(index), text: words.tick(run) })),
          }
        }}
      />
    </ChartCard>
  )
}
