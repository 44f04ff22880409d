import { Plural, Trans, useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import type { RunSummary } from '../../../core/runs/run.ts'
import { verdictOfRun } from '../../../core/runs/verdict-of-run.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { Progress } from '../../kit/progress/progress.tsx'
import { isRunning } from '../../queries/use-flows.ts'
import { useRun } from '../../queries/use-runs.ts'
import { progressOf } from '../../runs/state/run-progress.ts'
import { RunState } from '../../runs/state/run-state.tsx'
import { useElapsed } from '../../runs/state/use-elapsed.ts'
import styles from './last-run.module.css'

/** The result of the last run, or the state of the current one. */
export function LastRun({ flow, hasDot = true }: { flow: Flow; hasDot?: boolean }) {
  const { lastRun } = flow
  if (!lastRun) {
    return (
      <span className={styles['facts']}>
        <Trans>never run</Trans>
      </span>
    )
  }
  return isRunning(flow) ? <Going run={lastRun} hasDot={hasDot} /> : <Over run={lastRun} hasDot={hasDot} />
}

interface RunProps {
  readonly run: RunSummary
  readonly hasDot: boolean
}

function Over({ run, hasDot }: RunProps) {
  const { number, duration } = useFormats()
  const elapsed = useElapsed(run)
  const { status, startedAt, rowsWritten } = run
  return (
    <div className={styles['run']}>
      <span className={styles['line']}>
        <RunState verdict={verdictOfRun(run)} hasDot={hasDot} />
        <span className={styles['facts']}>{startedAt && <RelativeTime at={startedAt} />}</span>
      </span>
      {status === 'succeeded' && (
        <span className={styles['facts']}>
          {rowsWritten !== undefined && (
            <Plural value={rowsWritten} one={`${number(rowsWritten)} row`} other={`${number(rowsWritten)} rows`} />
          )}
          {elapsed !== undefined && (
            <>
              {rowsWritten !== undefined && ' · '}
              {duration(elapsed)}
            </>
          )}
        </span>
      )}
    </div>
  )
}

function Going({ run, hasDot }: RunProps) {
  const { t } = useLingui()
  const { number, duration } = useFormats()
  const { data: details } = useRun(run.id)
  const elapsed = useElapsed(run)
  const progress = details && progressOf(details)
  const rows = progress?.rowsRead ?? run.rowsWritten ?? 0
  return (
    <div className={styles['run']}>
      <span className={styles['line']}>
        <RunState verdict={verdictOfRun(details ?? run)} hasDot={hasDot} />
        <span className={styles['facts']}>
          <Plural value={rows} one={`${number(rows)} row`} other={`${number(rows)} rows`} />
          {elapsed !== undefined && <> · {duration(elapsed)}</>}
        </span>
      </span>
      <Progress label={t`Progress`} value={progress?.fraction} />
    </div>
  )
}
