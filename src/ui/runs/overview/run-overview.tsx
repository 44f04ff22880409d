import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'

import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import { isFailure } from '../../../core/runs/is-failure.ts'
import { rowsPerSecond } from '../../../core/runs/live/run-pace.ts'
import { filteredRows } from '../../../core/runs/rows/rows-through-steps.ts'
import type { Run } from '../../../core/runs/run.ts'
import { totalsOf } from '../../../core/runs/run-totals.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Progress } from '../../kit/progress/progress.tsx'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import { progressOf, type RunProgress } from '../state/run-progress.ts'
import { RunWaiting } from '../state/run-waiting.tsx'
import { RunTrouble } from '../trouble/run-trouble.tsx'
import { DryRunNotice } from './dry-run-notice.tsx'
import styles from './run-overview.module.css'

const ComparisonNotice = lazyNamed(() => import('./comparison-notice.tsx'), 'ComparisonNotice')
const FailureSince = lazyNamed(() => import('./failure-since.tsx'), 'FailureSince')
const FollowedRenames = lazyNamed(() => import('../mends/followed-renames.tsx'), 'FollowedRenames')
const DryRunEstimate = lazyNamed(() => import('./dry-run-estimate.tsx'), 'DryRunEstimate')

interface RunOverviewProps {
  readonly run: Run
  /** The heading above does not show it. */
  readonly showsVersion?: boolean
}

/** The state of a run: what it waits for or why it failed, and its figures. */
export function RunOverview({ run, showsVersion = false }: RunOverviewProps) {
  const { t } = useLingui()
  const { number, bytes } = useFormats()
  const progress = progressOf(run)
  const { rowsAdded: added, rowsRejected: rejected } = totalsOf(run)
  const filtered = filteredRows(run)
  const isGoing = !isFinal(run.status)
  return (
    <>
      {run.kind === 'compare' && (
        <Suspense>
          <ComparisonNotice run={run} />
        </Suspense>
      )}
      {run.kind === 'dry-run' && <DryRunNotice run={run} />}
      {isDry(run.kind) && !isGoing && (
        <Suspense>
          <DryRunEstimate run={run} />
        </Suspense>
      )}
      {run.waiting && (
        <Callout title={<RunWaiting waiting={run.waiting} />}>
          <Trans>It starts by itself; you do not have to do anything.</Trans>
        </Callout>
      )}
      {isGoing && <Progress label={t`Progress`} value={progress.fraction} />}
      <RunTrouble run={run} />
      {hasRenamedColumns(run) && (
        <Suspense>
          <FollowedRenames run={run} />
        </Suspense>
      )}
      {isFailure(run) && (
        <Suspense fallback={<Skeleton height="4.6rem" />}>
          <FailureSince run={run} />
        </Suspense>
      )}
      <dl className={styles['figures']}>
        <Figure label={t`Read`} value={<Rows count={progress.rowsRead} />} />
        {run.kind !== 'compare' && (
          <Figure
            label={isDry(run.kind) ? t`To be written` : t`Written`}
            value={<Rows count={progress.rowsWritten} />}
          />
        )}
        {isGoing && <Pace run={run} progress={progress} />}
        {added > 0 && <Figure label={t`Added by steps`} value={<Rows count={added} />} />}
        {filtered > 0 && run.kind !== 'compare' && <Figure label={t`Filtered`} value={number(filtered)} />}
        {rejected > 0 && <Figure label={t`Rejected`} value={number(rejected)} />}
        {run.kind !== 'compare' && <Figure label={t`Moved`} value={bytes(progress.bytes)} />}
        {run.scheduledFor && <Figure label={t`Scheduled for`} value={<RelativeTime at={run.scheduledFor} />} />}
        {showsVersion && run.flowVersion !== undefined && <Figure label={t`Flow version`} value={run.flowVersion} />}
      </dl>
    </>
  )
}

const hasRenamedColumns = ({ status, streams, draft, isFlowDeleted }: Run): boolean =>
  isFinal(status) && !draft && !isFlowDeleted && streams.some(({ renamedColumns }) => renamedColumns !== undefined)

/** The speed of reading rows, and the remaining time, while both are known. */
function Pace({ run, progress: { rowsLeft } }: { run: Run; progress: RunProgress }) {
  const { t } = useLingui()
  const { compact, duration } = useFormats()
  const rate = rowsPerSecond(run)
  if (rate === undefined || rate < 1) return null
  return (
    <>
      <Figure label={t`Speed`} value={<Trans>{compact(rate)} rows/s</Trans>} />
      {rowsLeft !== undefined && (
        <Figure label={t`Remaining`} value={<Trans>about {duration((rowsLeft / rate) * 1_000)}</Trans>} />
      )}
    </>
  )
}

const Figure = ({ label, value }: { label: string; value: React.ReactNode }) => (
  <div>
    <dt className={styles['label']}>{label}</dt>
    <dd className={styles['value']}>{value}</dd>
  </div>
)

function Rows({ count }: { count: number }) {
  const { number } = useFormats()
  return <Plural value={count} one={`${number(count)} row`} other={`${number(count)} rows`} />
}
