import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'

import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import { isFailure } from '../../../core/runs/is-failure.ts'
import type { Run } from '../../../core/runs/run.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Progress } from '../../kit/progress/progress.tsx'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import { RunFigures } from '../figures/run-figures.tsx'
import { progressOf } from '../state/run-progress.ts'
import { RunWaiting } from '../state/run-waiting.tsx'
import { RunTrouble } from '../trouble/run-trouble.tsx'
import { DryRunNotice } from './dry-run-notice.tsx'

const RateCurve = lazyNamed(() => import('../figures/rate-curve.tsx'), 'RateCurve')
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
  const isGoing = !isFinal(run.status)
  return (
    <>
      {!run.waiting && <RunFigures run={run} showsVersion={showsVersion} />}
      {isGoing && !run.waiting && (
        <>
          <Progress label={t`Progress`} value={progressOf(run).fraction} />
          <Suspense>
            <RateCurve run={run} />
          </Suspense>
        </>
      )}
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
          {run.waiting.class !== undefined && run.waiting.workers === 0 ? (
            <Trans>It starts once one runs.</Trans>
          ) : (
            <Trans>It starts by itself.</Trans>
          )}
        </Callout>
      )}
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
    </>
  )
}

const hasRenamedColumns = ({ status, streams, draft, isFlowDeleted }: Run): boolean =>
  isFinal(status) && !draft && !isFlowDeleted && streams.some(({ renamedColumns }) => renamedColumns !== undefined)
