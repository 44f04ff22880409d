import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, History } from 'lucide'
import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import type { Run, RunPage } from '../../../core/runs/run.ts'
import { totalsOf } from '../../../core/runs/run-totals.ts'
import { verdictOfRun } from '../../../core/runs/verdict-of-run.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { ActionError } from '../../errors/action-error.tsx'
import { ErrorState } from '../../errors/error-state.tsx'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { classNames } from '../../kit/class-names.ts'
import { EmptyState } from '../../kit/empty-state/empty-state.tsx'
import { Icon } from '../../kit/icon/icon.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useFlowRuns } from '../../queries/use-flow-runs.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import { RunCheck } from '../state/run-check.tsx'
import { RunKind } from '../state/run-kind.tsx'
import { RunState } from '../state/run-state.tsx'
import { RunTrigger } from '../state/run-trigger.tsx'
import { useElapsed } from '../state/use-elapsed.ts'
import { RunDetails } from './run-details.tsx'
import styles from './run-history.module.css'

interface RunHistoryProps {
  readonly flowId: string
  /** The open run. */
  readonly openId: string | undefined
  onOpen(runId: string | undefined): void
}

/** A flow's runs, newest first; one of them is open. */
export function RunHistory({ flowId, openId, onOpen }: RunHistoryProps) {
  const { t } = useLingui()
  const { data: page, isPending, isError, error, refetch } = useFlowRuns(flowId)
  if (isPending) return <SkeletonRows count={3} />
  if (isError) return <ErrorState title={t`Runs could not be loaded`} error={error} onRetry={() => void refetch()} />
  if (page.runs.length === 0) {
    return (
      <div className={styles['empty']}>
        <EmptyState icon={History} title={<Trans>No runs yet</Trans>}>
          <Trans>The flow has not run yet.</Trans>
        </EmptyState>
      </div>
    )
  }
  return (
    <>
      <ol className={styles['runs']} aria-label={t`Runs`}>
        {page.runs.map((run) => (
          <li key={run.id} className={styles['item']}>
            <RunSummaryButton
              run={run}
              isOpen={run.id === openId}
              onToggle={() => onOpen(run.id === openId ? undefined : run.id)}
            />
            {run.id === openId && <RunDetails run={run} />}
          </li>
        ))}
      </ol>
      {page.nextCursor !== undefined && <Earlier flowId={flowId} cursor={page.nextCursor} />}
    </>
  )
}

function Earlier({ flowId, cursor }: { flowId: string; cursor: string }) {
  const { mutate: load, isPending, error } = useEarlierRuns(flowId)
  return (
    <div className={styles['earlier']}>
      <Button size="sm" variant="ghost" isBusy={isPending} onClick={() => load(cursor)}>
        <Trans>Show earlier runs</Trans>
      </Button>
      <ActionError error={error} />
    </div>
  )
}

function RunSummaryButton({ run, isOpen, onToggle }: { run: Run; isOpen: boolean; onToggle(): void }) {
  const { number, duration } = useFormats()
  const elapsed = useElapsed(run)
  const rows = run.rowsWritten ?? totalsOf(run).rowsWritten
  const at = run.startedAt ?? run.queuedAt
  const hasRows = isFinal(run.status) || rows > 0
  return (
    <button type="button" className={styles['summary']} aria-expanded={isOpen} onClick={onToggle}>
      <Icon of={ChevronRight} size={14} className={styles['arrow']} />
      <span className={styles['words']}>
        <span className={styles['line']}>
          <span className={styles['state']}>
            <RunState verdict={verdictOfRun(run)} />
            <RunCheck run={run} />
            {run.kind !== 'move' && (
              <span className={styles['facts']}>
                <RunKind run={run} />
              </span>
            )}
          </span>
          <span className={styles['facts']}>{at && <RelativeTime at={at} />}</span>
        </span>
        <span className={styles['line']}>
          <span className={styles['facts']}>
            {hasRows && <Plural value={rows} one={`${number(rows)} row`} other={`${number(rows)} rows`} />}
            {elapsed !== undefined && (
              <>
                {hasRows && ' · '}
                {duration(elapsed)}
              </>
            )}
          </span>
          <span className={classNames(styles['facts'], styles['who'])}>
            <RunTrigger run={run} />
          </span>
        </span>
      </span>
    </button>
  )
}

/** Adds the next page below the shown ones. */
function useEarlierRuns(flowId: string) {
  const { listFlowRuns } = useServices()
  const queryClient = useQueryClient()
  const queryKey = QUERY_KEYS.flowRuns(useActiveOrganization().id, flowId)
  return useMutation({
    mutationFn: (cursor: string) => unwrap(listFlowRuns(flowId, cursor)),
    onSuccess: (earlier) =>
      queryClient.setQueryData<RunPage>(
        queryKey,
        (shown) => shown && { ...earlier, runs: [...shown.runs, ...earlier.runs] },
      ),
  })
}
