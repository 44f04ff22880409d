import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import type { BucketOutcome } from '../../../core/catalog/runs/bucket-outcomes.ts'
import type { FlowFreshness, RunBucket } from '../../../core/dashboard/dashboard.ts'
import { ChartCard } from '../../charts/chart-card.tsx'
import { useRovingFocus } from '../../charts/use-roving-focus.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { classNames } from '../../kit/class-names.ts'
import { runsOfBucket } from '../runs-of-bucket.ts'
import styles from './flow-heat-map.module.css'

interface FlowHeatMapProps {
  /** The worst first. */
  readonly flows: readonly FlowFreshness[]
  readonly buckets: readonly RunBucket[]
  /** By hour or by day. */
  readonly title: string
  nameOf(start: string): string
}

/** How the runs of each flow ended, hour by hour or day by day. */
export function FlowHeatMap({ flows, buckets, title, nameOf }: FlowHeatMapProps) {
  const { t } = useLingui()
  const first = buckets[0]?.start
  const last = buckets.at(-1)?.start
  return (
    <ChartCard
      title={title}
      columns={[t`Flow`, t`Last succeeded`, t`With failures`]}
      rows={flows.map((flow) => ({
        key: flow.flowId,
        cells: [
          <FlowLink key="name" flow={flow} />,
          <LastSuccess key="last" flow={flow} />,
          (flow.outcomes ?? []).filter((outcome) => outcome === 'failed' || outcome === 'mixed').length,
        ],
      }))}
    >
      <ul className={styles['flows']} aria-label={title}>
        {flows.map((flow) => (
          <li key={flow.flowId} className={styles['flow']}>
            <FlowLink flow={flow} />
            <Cells flow={flow} outcomes={flow.outcomes ?? []} buckets={buckets} nameOf={nameOf} />
            <span className={styles['figure']}>
              <LastSuccess flow={flow} />
            </span>
          </li>
        ))}
      </ul>
      {first !== undefined && last !== undefined && (
        <div className={styles['axis']} aria-hidden>
          <span className={styles['ends']}>
            <span>{nameOf(first)}</span>
            <span>{nameOf(last)}</span>
          </span>
        </div>
      )}
    </ChartCard>
  )
}

const FlowLink = ({ flow: { flowId, flowName } }: { flow: FlowFreshness }) => (
  <Link to="/flows/$id" params={{ id: flowId }} className={styles['name']}>
    {flowName}
  </Link>
)

const LastSuccess = ({ flow: { lastSuccessAt } }: { flow: FlowFreshness }) =>
  lastSuccessAt === undefined ? <Trans>never succeeded</Trans> : <RelativeTime at={lastSuccessAt} />

interface CellsProps extends Pick<FlowHeatMapProps, 'buckets' | 'nameOf'> {
  readonly flow: FlowFreshness
  readonly outcomes: readonly (BucketOutcome | null)[]
}

/** A cell for each bucket, with a link to the flow's runs in it. */
function Cells({ flow: { flowId, flowName }, outcomes, buckets, nameOf }: CellsProps) {
  const { t } = useLingui()
  const roving = useRovingFocus<HTMLAnchorElement>(buckets.length)
  const words: Readonly<Record<BucketOutcome, string>> = {
    succeeded: t`succeeded`,
    failed: t`failed`,
    mixed: t`some failed`,
  }
  return (
    <div className={styles['cells']}>
      {buckets.map(({ start }, index) => {
        const outcome = outcomes[index] ?? null
        const announced = `${nameOf(start)} · ${outcome === null ? t`no run` : words[outcome]}`
        return (
          <Link
            key={start}
            {...roving(index)}
            to="/runs"
            search={{ ...runsOfBucket(buckets, index), flow: flowId }}
            className={classNames(styles['cell'], outcome !== null && styles[outcome])}
            aria-label={`${flowName} · ${announced}`}
            data-tooltip={announced}
          />
        )
      })}
    </div>
  )
}
