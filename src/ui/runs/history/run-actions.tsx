import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import { useFlow } from '../../queries/use-flows.ts'
import { useIsOffered } from '../../services/use-is-offered.ts'
import { useDownloadReceipt } from '../actions/use-download-receipt.ts'
import { useDryRun } from '../actions/use-dry-run.ts'
import { useRunPrice } from '../price/use-run-price.ts'
import styles from './run-actions.module.css'

const PreviousRun = lazyNamed(() => import('../compare/previous-run.tsx'), 'PreviousRun')

/** The actions for an ended run: save its receipt, compare it, and start a dry run. */
export function RunActions({ run }: { run: Run }) {
  const [isCompared, setCompared] = useState(false)
  const navigate = useNavigate()
  const receipt = useDownloadReceipt(run)
  const { data: flow } = useFlow(run.flowId)
  const price = useRunPrice(flow)
  const disabledReason = useDisabledReason('flow.run')
  const hasDryRuns = useIsOffered('dryRunFlow')
  const hasReceipts = useIsOffered('fetchRunReceipt')
  const dryRun = useDryRun(run.flowId, (runId) => void navigate({ to: '/runs/$id', params: { id: runId } }))
  return (
    <div className={styles['actions']}>
      <div className={styles['buttons']}>
        {hasReceipts && (
          <Button size="sm" isBusy={receipt.isPending} onClick={() => receipt.mutate()}>
            <Trans>Download receipt</Trans>
          </Button>
        )}
        <Button size="sm" variant="ghost" asChild>
          <Link to="/runs/$id" params={{ id: run.id }}>
            <Trans>Open the run</Trans>
          </Link>
        </Button>
        {!isDry(run.kind) && (
          <Button size="sm" variant="ghost" aria-expanded={isCompared} onClick={() => setCompared(!isCompared)}>
            <Trans>Compare with the previous run</Trans>
          </Button>
        )}
        {hasDryRuns && (
          <Button
            size="sm"
            variant="ghost"
            isBusy={dryRun.isPending}
            {...(price !== undefined && { 'aria-description': price, 'data-tooltip': price })}
            disabledReason={disabledReason}
            onClick={() => dryRun.start()}
          >
            <Trans>Dry run</Trans>
          </Button>
        )}
      </div>
      {isCompared && (
        <Suspense fallback={<Skeleton />}>
          <PreviousRun run={run} />
        </Suspense>
      )}
    </div>
  )
}
