import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { isMirrored } from '../../../core/catalog/mirrors/is-mirrored.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import type { Run } from '../../../core/runs/run.ts'
import { totalsOf } from '../../../core/runs/run-totals.ts'
import { verdictOfRun } from '../../../core/runs/verdict-of-run.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { useServerText } from '../../i18n/use-server-text.ts'
import { Card } from '../../kit/card/card.tsx'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import { useFlowRuns } from '../../queries/use-flow-runs.ts'
import { RunKind } from '../../runs/state/run-kind.tsx'
import { RunState } from '../../runs/state/run-state.tsx'
import { RunTrigger } from '../../runs/state/run-trigger.tsx'
import { useElapsed } from '../../runs/state/use-elapsed.ts'
import { useIsOffered } from '../../services/use-is-offered.ts'
import styles from './flow-lists.module.css'

const SHOWN = 10

interface FlowLastRunsProps {
  readonly flow: Flow
  /** Its runs are too few for charts. */
  readonly isYoung: boolean
}

/** The last runs of a flow, also those that wrote nothing. */
export function FlowLastRuns({ flow, isYoung }: FlowLastRunsProps) {
  const { t } = useLingui()
  const { data, isPending, isLoadingError, error, refetch } = useFlowRuns(flow.id)
  if (!useIsOffered('listFlowRuns')) return null
  return (
    <Card
      title={isMirrored(flow.config) ? <Trans>Copies and other runs</Trans> : <Trans>Runs</Trans>}
      description={
        isYoung &&
        !isMirrored(flow.config) &&
        (data?.runs.length ?? 0) > 0 && <Trans>Charts appear after three runs.</Trans>
      }
      actions={
        <Link to="/runs" search={{ flow: flow.id }} className={styles['all']}>
          <Trans>All runs</Trans>
        </Link>
      }
    >
      {isPending && <Skeleton height="6rem" />}
      {isLoadingError && (
        <ErrorState title={t`Runs could not be loaded`} error={error} onRetry={() => void refetch()} />
      )}
      {data?.runs.length === 0 && (
        <p className={styles['nothing']}>
          <Trans>No runs yet</Trans>
        </p>
      )}
      {data && data.runs.length > 0 && (
        <ol className={styles['list']} aria-label={t`Runs`}>
          {data.runs.slice(0, SHOWN).map((run) => (
            <RunLine key={run.id} run={run} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function RunLine({ run }: { readonly run: Run }) {
  const { number, duration } = useFormats()
  const serverText = useServerText()
  const elapsed = useElapsed(run)
  const rows = run.rowsWritten ?? totalsOf(run).rowsWritten
  const at = run.startedAt ?? run.queuedAt
  return (
    <li className={styles['line']}>
      <Link to="/runs/$id" params={{ id: run.id }} className={styles['main']}>
        <RunState verdict={verdictOfRun(run)} />
      </Link>
      <span className={styles['facts']}>
        {run.kind !== 'move' && (
          <>
            <RunKind run={run} /> ·{' '}
          </>
        )}
        {run.kind !== 'compare' && (
          <>
            <Plural value={rows} one={`${number(rows)} row`} other={`${number(rows)} rows`} /> ·{' '}
          </>
        )}
        {elapsed !== undefined && duration(elapsed)}
      </span>
      <span className={styles['facts']}>
        <RunTrigger run={run} />
      </span>
      <span className={styles['when']}>{at && <RelativeTime at={at} />}</span>
      {run.error && <span className={styles['reason']}>{serverText.message(run.error)}</span>}
    </li>
  )
}
