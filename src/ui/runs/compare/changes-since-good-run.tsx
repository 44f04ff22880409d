import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import type { Run } from '../../../core/runs/run.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { FlowVersionChanges } from './flow-version-changes.tsx'
import styles from './run-comparison.module.css'
import { useLastGoodRun } from './use-earlier-run.ts'

/** The changes of the flow since its last run that succeeded, as possible causes of a failure. */
export function ChangesSinceGoodRun({ run }: { run: Run }) {
  const { t } = useLingui()
  const { data: good, isPending, isError, error, refetch } = useLastGoodRun(run)
  if (isPending) return <SkeletonRows count={2} />
  if (isError)
    return <ErrorState title={t`The last good run could not be loaded`} error={error} onRetry={() => void refetch()} />
  if (!good) {
    return (
      <p className={styles['note']}>
        <Trans>No run of this flow had succeeded before this one.</Trans>
      </p>
    )
  }
  const at = good.finishedAt ?? good.startedAt
  const { flowVersion: before = 0 } = good
  const { flowVersion: now = 0 } = run
  return (
    <div className={styles['comparison']}>
      <p className={styles['note']}>
        <Link to="/runs/$id" params={{ id: good.id }}>
          <Trans>The last run that succeeded</Trans>
        </Link>
        {at && (
          <>
            {' · '}
            <RelativeTime at={at} />
          </>
        )}
        {' · '}
        {before === now ? (
          <Trans>version {before}</Trans>
        ) : (
          <Trans>
            version {before} → {now}
          </Trans>
        )}
      </p>
      {before === now ? (
        <p>
          <Trans>
            The flow itself has not changed since then. Look at what has changed in the source and the destination.
          </Trans>
        </p>
      ) : (
        <FlowVersionChanges runs={[good.id, run.id]} />
      )}
    </div>
  )
}
