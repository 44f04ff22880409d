import { Trans, useLingui } from '@lingui/react/macro'

import type { Run } from '../../../core/runs/run.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import styles from './run-comparison.module.css'
import { RunComparison } from './run-comparison.tsx'
import { usePreviousRun } from './use-earlier-run.ts'

/** A run beside the previous one. */
export function PreviousRun({ run }: { run: Run }) {
  const { t } = useLingui()
  const { data: earlier, isPending, isError, error, refetch } = usePreviousRun(run)
  if (isPending) return <SkeletonRows count={2} />
  if (isError) {
    return <ErrorState title={t`It could not be loaded`} error={error} onRetry={() => void refetch()} />
  }
  if (earlier) return <RunComparison run={run} earlier={earlier} />
  return (
    <p className={styles['note']}>
      <Trans>The flow’s first run.</Trans>
    </p>
  )
}
