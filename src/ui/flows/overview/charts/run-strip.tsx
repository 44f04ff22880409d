import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'

import { isFinal } from '../../../../core/catalog/runs/run-states.ts'
import type { DrawnRun } from '../../../../core/flows/overview/flow-overview.ts'
import { durationOf } from '../../../../core/flows/overview/run-durations.ts'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { useRovingFocus } from '../../../charts/use-roving-focus.ts'
import { useWidth } from '../../../charts/use-width.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { classNames } from '../../../kit/class-names.ts'
import { useRunColors } from './run-colors.ts'
import styles from './run-strip.module.css'
import { useRunWords } from './use-run-words.ts'

const HEIGHT = 64
/** Of a run that took no time, or whose duration is not known. */
const LEAST = 8
/** Bars of a flow with few runs are not wider than those of others. */
export const FEWEST_SLOTS = 24

/** The last runs: the colour is the result, the height the duration, and each is a link to its page. */
export function RunStrip({ runs }: { readonly runs: readonly DrawnRun[] }) {
  const { t } = useLingui()
  const { number } = useFormats()
  const words = useRunWords(runs)
  const count = (wanted: (run: DrawnRun) => boolean) => runs.filter(wanted).length
  const [succeeded, ended] = [count(({ status }) => status === 'succeeded'), count(({ status }) => isFinal(status))]
  return (
    <ChartCard
      title={t`Last runs`}
      description={
        <Trans>
          {number(succeeded)} of {number(ended)} succeeded. The height is the duration.
        </Trans>
      }
      columns={[t`Started`, t`Result`, t`Duration`, t`Rows`, t`Rejected`]}
      rows={runs.toReversed().map((run) => ({
        key: run.id,
        cells: [
          <Link key="name" to="/runs/$id" params={{ id: run.id }}>
            {words.title(run)}
          </Link>,
          words.state(run),
          words.took(run),
          number(run.rowsWritten),
          number(run.rowsRejected),
        ],
      }))}
    >
      <Strip runs={runs} />
    </ChartCard>
  )
}

function Strip({ runs }: { readonly runs: readonly DrawnRun[] }) {
  const { t } = useLingui()
  const { number } = useFormats()
  const words = useRunWords(runs)
  const colorOf = useRunColors()
  const [frame, width] = useWidth()
  const roving = useRovingFocus<HTMLAnchorElement>(runs.length)
  const slots = Math.max(runs.length, FEWEST_SLOTS)
  const x = scaleBand<number>({
    domain: Array.from({ length: slots }, (_, slot) => slot),
    range: [0, width],
    padding: 0.2,
  })
  const longest = Math.max(1, ...runs.map((run) => durationOf(run) ?? 0))
  const heightOf = scaleLinear<number>({ domain: [0, longest], range: [LEAST, HEIGHT] })
  const placeOf = (index: number) => x(slots - runs.length + index) ?? 0
  return (
    <div ref={frame} className={styles['strip']} style={{ height: HEIGHT }}>
      <svg width={width} height={HEIGHT} role="img" aria-label={t`Last runs`}>
        {runs.map((run, index) => {
          const height = heightOf(durationOf(run) ?? 0)
          return (
            <Bar
              key={run.id}
              className={classNames(!isFinal(run.status) && styles['live'])}
              x={placeOf(index)}
              y={HEIGHT - height}
              width={x.bandwidth()}
              height={height}
              rx={2}
              fill={colorOf(run.status)}
            />
          )
        })}
      </svg>
      {runs.map((run, index) => {
        const rows = number(run.rowsWritten)
        const told = [words.title(run), words.state(run), words.took(run), t`${rows} rows`, words.rejected(run)]
          .filter((part) => part !== '')
          .join(' · ')
        return (
          <Link
            key={run.id}
            {...roving(index)}
            to="/runs/$id"
            params={{ id: run.id }}
            className={styles['run']}
            style={{ left: placeOf(index) - (x.step() - x.bandwidth()) / 2, width: x.step() }}
            aria-label={told}
            data-tooltip={told}
          />
        )
      })}
    </div>
  )
}
