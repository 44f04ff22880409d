import { Plural, Trans, useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import type { RunSummary } from '../../../core/runs/run.ts'
import { verdictOfRun } from '../../../core/runs/verdict-of-run.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { classNames } from '../../kit/class-names.ts'
import { Progress } from '../../kit/progress/progress.tsx'
import { StatusDot } from '../../kit/status-dot/status-dot.tsx'
import { MirrorState } from '../../mirrors/mirror-state.tsx'
import { isRunning } from '../../queries/use-flows.ts'
import { useMirrorSummary } from '../../queries/use-mirrors.ts'
import { useRun } from '../../queries/use-runs.ts'
import { progressOf } from '../../runs/state/run-progress.ts'
import { RunState } from '../../runs/state/run-state.tsx'
import { useElapsed } from '../../runs/state/use-elapsed.ts'
import { Late } from '../freshness/late.tsx'
import styles from './flow-state-cell.module.css'

interface FlowStateCellProps {
  readonly flow: Flow
  /** In one line. */
  readonly isCompact: boolean
  /** The line has no room for more than one fact. */
  readonly isNarrow: boolean
}

/** The result of the last run and its time, or how far the current one is; or what its mirror does. */
export function FlowStateCell({ flow, isCompact, isNarrow }: FlowStateCellProps) {
  const { lastRun } = flow
  const mirror = useMirrorSummary(flow)
  return (
    <span className={isCompact ? styles['line'] : styles['lines']}>
      {mirror ? (
        <MirrorState mirror={mirror} />
      ) : lastRun ? (
        isRunning(flow) ? (
          <Going run={lastRun} />
        ) : (
          <Over run={lastRun} isCompact={isCompact} isNarrow={isNarrow} />
        )
      ) : (
        <>
          <StatusDot tone="neutral" />
          <span className={styles['facts']}>
            <Trans>never run</Trans>
          </span>
        </>
      )}
      <Late flow={flow} />
    </span>
  )
}

interface OverProps extends Omit<FlowStateCellProps, 'flow'> {
  readonly run: RunSummary
}

function Over({ run, isCompact, isNarrow }: OverProps) {
  const { duration } = useFormats()
  const elapsed = useElapsed(run)
  const at = run.finishedAt ?? run.startedAt
  return (
    <>
      <RunState verdict={verdictOfRun(run)} hasDetail={run.status === 'succeeded' && !(isCompact && isNarrow)} />
      <span className={classNames(styles['facts'], isCompact && run.status === 'succeeded' && styles['told'])}>
        {at && <RelativeTime at={at} />}
        {!isCompact && elapsed !== undefined && <> · {duration(elapsed)}</>}
      </span>
    </>
  )
}

function Going({ run }: { run: RunSummary }) {
  const { t } = useLingui()
  const { number, duration } = useFormats()
  const { data: details } = useRun(run.id)
  const elapsed = useElapsed(run)
  const progress = details && progressOf(details)
  const rows = progress?.rowsRead ?? run.rowsWritten ?? 0
  return (
    <>
      <RunState verdict={verdictOfRun(details ?? run)} />
      <span className={styles['progress']}>
        <Progress label={t`Progress`} value={progress?.fraction} />
      </span>
      <span className={styles['facts']}>
        <Plural value={rows} one={`${number(rows)} row`} other={`${number(rows)} rows`} />
        {elapsed !== undefined && <> · {duration(elapsed)}</>}
      </span>
    </>
  )
}
