import { Trans, useLingui } from '@lingui/react/macro'
import { scaleLinear } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { useRef } from 'react'
import { type RateSample, rateHistory } from '../../../core/runs/live/rate-history.ts'
import { rowsPerSecond } from '../../../core/runs/live/run-pace.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import styles from './rate-curve.module.css'

const WIDTH = 600
const HEIGHT = 56

/** A curve needs two points. */
const FEWEST = 2

/** The speed of a running run as a curve. */
export function RateCurve({ run }: { readonly run: Run }) {
  const { t } = useLingui()
  const { compact } = useFormats()
  const samples = useRateHistory(run)
  const [first, last] = [samples[0], samples.at(-1)]
  const most = Math.max(0, ...samples.map(({ rate }) => rate))
  // Before the first row there is no speed to draw.
  if (!first || !last || samples.length < FEWEST || most < 1) return null
  const x = scaleLinear({ domain: [first.at, last.at], range: [0, WIDTH] })
  const y = scaleLinear({ domain: [0, most], range: [HEIGHT, 2] })
  const place = { x: (sample: RateSample) => x(sample.at), y: (sample: RateSample) => y(sample.rate) }
  const [now, top] = [compact(last.rate), compact(most)]
  return (
    <figure className={styles['curve']}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={styles['picture']}
        role="img"
        aria-label={t`Speed: now ${now} rows a second, at most ${top}`}
      >
        <AreaClosed data={[...samples]} {...place} yScale={y} className={styles['area'] ?? ''} />
        <LinePath data={[...samples]} {...place} className={styles['line'] ?? ''} vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption className={styles['most']}>
        <Trans>at most {top} rows/s</Trans>
      </figcaption>
    </figure>
  )
}

/** More points than a screen is wide say nothing. */
const MOST = 600
const EVERY_MS = 500

/** The speed of a run at several times, since it began; half of the times are left out whenever there are too many. */
function useRateHistory(run: Run): readonly RateSample[] {
  const samples = useRef<readonly RateSample[]>(undefined)
  samples.current ??= rateHistory(run.rowsOverTime ?? [], Date.now())
  const at = run.pace?.at(-1)?.at
  const rate = rowsPerSecond(run)
  const last = samples.current.at(-1)
  if (at !== undefined && rate !== undefined && (!last || at - last.at >= EVERY_MS)) {
    const kept = samples.current.length < MOST ? samples.current : samples.current.filter((_, place) => place % 2 === 0)
    samples.current = [...kept, { at, rate }]
  }
  return samples.current
}
