import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import type { BucketOutcome } from '../../../core/catalog/runs/bucket-outcomes.ts'
import type { FlowFreshness, RunBucket } from '../../../core/dashboard/dashboard.ts'
import { ChartCard } from '../../charts/chart-card.tsx'
import { useRovingFocus } from '../../charts/use-roving-focus.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { classNames } from '../../kit/class-names.ts'
import { runsOfBucket } from '../runs-of-bucket.ts'
import styles from './flow-chart.module.css'

const SHOWN = 6

interface FreshnessProps {
  readonly flows: readonly FlowFreshness[]
  readonly buckets: readonly RunBucket[]
  nameOf(start: string): string
}

/** The last success of each flow, the oldest first, and the results of its runs per hour or per day. */
export function Freshness({ flows, buckets, nameOf }: FreshnessProps) {
  const { t } = useLingui()
  const stalest = flows
    .toSorted((left, right) => (left.lastSuccessAt ?? '').localeCompare(right.lastSuccessAt ?? ''))
    .slice(0, SHOWN)
  return (
    <ChartCard
      title={t`Freshness`}
      description={<Trans>When each last succeeded, oldest first.</Trans>}
      columns={[t`Flow`, t`Last succeeded`, t`With failures`]}
      rows={stalest.map((flow) => ({
        key: flow.flowId,
        cells: [
          <RunsLink key="name" flow={flow} />,
          <LastSuccess key="last" flow={flow} />,
          (flow.outcomes ?? []).filter((outcome) => outcome === 'failed' || outcome === 'mixed').length,
        ],
      }))}
    >
      <ul className={styles['flows']} aria-label={t`Freshness`}>
        {stalest.map((flow) => (
          <li key={flow.flowId} className={styles['flow']}>
            <RunsLink flow={flow} />
            <span className={styles['figure']}>
              <LastSuccess flow={flow} />
            </span>
            {flow.outcomes && <Strip flow={flow} outcomes={flow.outcomes} buckets={buckets} nameOf={nameOf} />}
          </li>
        ))}
      </ul>
    </ChartCard>
  )
}

const RunsLink = ({ flow: { flowId, flowName } }: { flow: FlowFreshness }) => (
  <Link to="/runs" search={{ flow: flowId }} className={styles['name']}>
    {flowName}
  </Link>
)

const LastSuccess = ({ flow: { lastSuccessAt } }: { flow: FlowFreshness }) =>
  lastSuccessAt === undefined ? <Trans>never yet</Trans> : <RelativeTime at={lastSuccessAt} />

interface StripProps extends Omit<FreshnessProps, 'flows'> {
  readonly flow: FlowFreshness
  readonly outcomes: readonly (BucketOutcome | null)[]
}

/** A cell for each bucket, with a link to the flow's runs in it. */
function Strip({ flow: { flowId, flowName }, outcomes, buckets, nameOf }: StripProps) {
  const { t } = useLingui()
  const roving = useRovingFocus<HTMLAnchorElement>(buckets.length)
  const words: Readonly<Record<BucketOutcome, string>> = {
    succeeded: t`succeeded`,
    failed: t`failed`,
    mixed: t`some failed`,
  }
  return (
    <div className={styles['strip']}>
      {buckets.map(({ start }, index) => {
        const outcome = outcomes[index] ?? null
        const announced = `${nameOf(start)} · ${outcome === null ? t`no run` : words[outcome]}`
        return (
          <Link
            key={start}
            {...roving(index)}
            to="/flows"
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
