import { Trans, useLingui } from '@lingui/react/macro'
import { scaleLinear } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import type { RateSample } from '../../../core/runs/live/rate-history.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import styles from './rate-curve.module.css'
import { useRateHistory } from './use-rate-history.ts'

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
  if (!first || !last || samples.length < FEWEST) return null
  const most = Math.max(...samples.map(({ rate }) => rate), 1)
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
