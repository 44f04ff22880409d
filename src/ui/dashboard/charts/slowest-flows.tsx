import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'

import type { DashboardPeriod, SlowFlow } from '../../../core/dashboard/dashboard.ts'
import { ChartCard } from '../../charts/chart-card.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import styles from './flow-chart.module.css'

/** Of the whole width. */
const FULL = 100

/** The flows with the longest runs, as bars. */
export function SlowestFlows({ flows, period }: { flows: readonly SlowFlow[]; period: DashboardPeriod }) {
  const { t } = useLingui()
  const { duration, number } = useFormats()
  const longest = Math.max(1, ...flows.map(({ medianDurationMs }) => medianDurationMs))
  const width = scaleLinear<number>({ domain: [0, longest], range: [0, FULL] })
  const runsOf = (flow: string) => ({ flow, state: 'succeeded', dry: 'no', period }) as const
  return (
    <ChartCard
      title={t`Slowest flows`}
      description={<Trans>Median duration of their runs.</Trans>}
      columns={[t`Flow`, t`Median duration`, t`Runs`]}
      rows={flows.map(({ flowId, flowName, medianDurationMs, runs }) => ({
        key: flowId,
        cells: [
          <Link key="name" to="/runs" search={runsOf(flowId)}>
            {flowName}
          </Link>,
          duration(medianDurationMs),
          number(runs),
        ],
      }))}
    >
      <ul className={styles['flows']} aria-label={t`Slowest flows`}>
        {flows.map(({ flowId, flowName, medianDurationMs, runs }) => (
          <li key={flowId} className={styles['flow']}>
            <Link to="/runs" search={runsOf(flowId)} className={styles['name']}>
              {flowName}
            </Link>
            <span className={styles['figure']}>
              {duration(medianDurationMs)}
              <span className={styles['note']}>
                <Plural value={runs} one="# run" other="# runs" />
              </span>
            </span>
            <svg className={styles['bar']} viewBox={`0 0 ${FULL} 1`} preserveAspectRatio="none" aria-hidden>
              <Bar width={FULL} height={1} fill="var(--surface-sunken)" />
              <Bar width={Math.max(1, width(medianDurationMs))} height={1} fill="var(--accent)" />
            </svg>
          </li>
        ))}
      </ul>
    </ChartCard>
  )
}
