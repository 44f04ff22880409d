import { Plural, Trans } from '@lingui/react/macro'
import { Suspense } from 'react'

import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import { failedTables } from '../../../core/runs/failed-tables.ts'
import { isOnlyFailure } from '../../../core/runs/is-failure.ts'
import type { Run } from '../../../core/runs/run.ts'
import { totalsOf } from '../../../core/runs/run-totals.ts'
import { isSkipped } from '../../../core/runs/scheduled-run.ts'
import { isSqlAfterLeft } from '../../../core/runs/sql-after.ts'
import { hasVanished } from '../../../core/runs/vanished-rows.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { useServerText } from '../../i18n/use-server-text.ts'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { useRetryRun } from '../actions/use-retry-run.ts'
import { useRunAgain } from '../actions/use-run-again.ts'
import { MendsRoom } from '../mends/mends-room.tsx'
import { useTimeUntil } from '../state/use-time-until.ts'
import { FailedCount } from './failed-count.tsx'
import { FixLink } from './fix-link.tsx'
import styles from './run-trouble.module.css'

const FailureMends = lazyNamed(() => import('../mends/failure-mends.tsx'), 'FailureMends', { isPart: true })
const FailedReasons = lazyNamed(() => import('./failed-reasons.tsx'), 'FailedReasons', { isPart: true })
const VanishedDecision = lazyNamed(() => import('./vanished-decision.tsx'), 'VanishedDecision')

interface RunTroubleProps {
  readonly run: Run
  /** The tables of the run, each with its reason, are not on the page. */
  readonly isAlone?: boolean
}

/** The error of a run: its cause and its fix; the start of the next attempt while the run waits for it; the state that its end left. */
export function RunTrouble({ run, isAlone = false }: RunTroubleProps) {
  const serverText = useServerText()
  const { error, retryAt, attempts = [] } = run
  const tables = failedTables(run)
  const reason = run.streams.find((stream) => stream.error)?.error
  return (
    <>
      {error && retryAt !== undefined && !isFinal(run.status) && <Waiting run={run} retryAt={retryAt} />}
      {error && (isFinal(run.status) || retryAt === undefined) && (
        <Callout
          tone={isSkipped(run) ? 'neutral' : run.status === 'partially_succeeded' ? 'warning' : 'danger'}
          title={tables.count > 1 ? <FailedCount run={run} count={tables.count} /> : serverText.message(error)}
          actions={
            <>
              {tables.summary === 'all' && <FixLink error={error} run={run} />}
              {isOnlyFailure(run) && (
                <Suspense fallback={<MendsRoom />}>
                  <FailureMends run={run} error={error} />
                </Suspense>
              )}
              <RetryFailed run={run} />
              {hasVanished(run) && (
                <Suspense>
                  <VanishedDecision run={run} />
                </Suspense>
              )}
            </>
          }
        >
          {tables.count > 1 && tables.summary === 'all' && <p>{serverText.message(reason ?? error)}</p>}
          {tables.summary !== 'all' && isAlone && (
            <Suspense>
              <FailedReasons run={run} />
            </Suspense>
          )}
          {tables.summary !== 'count' && serverText.hint(error)}
        </Callout>
      )}
      {!error && run.status === 'cancelled' && <Cancelled run={run} />}
      {attempts.length > 0 && (
        <details className={styles['attempts']}>
          <summary>
            <Trans>Earlier attempts</Trans>
          </summary>
          <ol>
            {attempts.map(({ attempt, endedAt, error: failure }) => (
              <li key={attempt}>
                <Trans>Attempt {attempt}</Trans> · <RelativeTime at={endedAt} /> · {serverText.message(failure)}
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  )
}

/** The rows that were written before the end, and those that were not. */
function Cancelled({ run }: { run: Run }) {
  const { number } = useFormats()
  const arrived = totalsOf(run).rowsArrived
  return (
    <Callout title={<Trans>This run was cancelled</Trans>} actions={<RetryFailed run={run} />}>
      {arrived > 0 && !isDry(run.kind) ? (
        <Plural
          value={arrived}
          one={`${number(arrived)} row of finished tables is kept. Other tables are unchanged.`}
          other={`${number(arrived)} rows of finished tables are kept. Other tables are unchanged.`}
        />
      ) : (
        <Trans>The destination is unchanged.</Trans>
      )}
    </Callout>
  )
}

function Waiting({ run, retryAt }: { run: Run; retryAt: string }) {
  const serverText = useServerText()
  const { duration } = useFormats()
  const left = useTimeUntil(retryAt)
  const next = (run.attempt ?? 0) + 1
  const all = run.attemptsAllowed ?? next
  return (
    <Callout
      tone="warning"
      title={
        left === 0 ? (
          <Trans>
            Attempt {next} of {all} begins
          </Trans>
        ) : (
          <Trans>
            Attempt {next} of {all} in {duration(left)}
          </Trans>
        )
      }
      actions={run.error && <FixLink error={run.error} run={run} />}
    >
      {run.error && serverText.message(run.error)}
    </Callout>
  )
}

/** Offered if some tables arrived and some did not, or if only the SQL after them is left. */
function RetryFailed({ run }: { run: Run }) {
  const { disabledReason } = useRunAgain(run)
  const { start: retry, isPending } = useRetryRun(run)
  const { succeeded, failed } = totalsOf(run)
  const isOnlySql = isSqlAfterLeft(run)
  if (!isOnlySql && (!isFinal(run.status) || succeeded === 0 || failed === 0 || isDry(run.kind))) return null
  return (
    <Button size="sm" isBusy={isPending} disabledReason={disabledReason} onClick={retry}>
      {!isOnlySql ? (
        <Trans>Run failed tables again</Trans>
      ) : run.error?.code === 'STRUCTURE_FAILED' ? (
        <Trans>Build only the structure again</Trans>
      ) : (
        <Trans>Execute only the SQL again</Trans>
      )}
    </Button>
  )
}
