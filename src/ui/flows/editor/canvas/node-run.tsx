import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { RunKind } from '../../../../core/catalog/runs/run-kinds.ts'
import { isFinal, type RunStatus } from '../../../../core/catalog/runs/run-states.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { Progress } from '../../../kit/progress/progress.tsx'
import { RunState } from '../../../runs/state/run-state.tsx'
import { useElapsed } from '../../../runs/state/use-elapsed.ts'
import styles from './flow-node.module.css'

/** The state of a run at one node. */
export interface NodeRunState {
  /** Absent: it failed at another node. */
  readonly status: RunStatus | undefined
  /** Absent: a run that moves rows. */
  readonly kind?: RunKind
  /** Absent: the run reads none there, or writes none. */
  readonly rows: number | undefined
  readonly rowsPerSecond: number | undefined
  readonly startedAt: string | undefined
  readonly finishedAt: string | undefined
  readonly fraction: number | undefined
}

export function NodeRun({ status, kind, rows, rowsPerSecond, fraction, startedAt, finishedAt }: NodeRunState) {
  const { t } = useLingui()
  const { number, compact, duration } = useFormats()
  const elapsed = useElapsed(status && { status, startedAt, finishedAt })
  const isGoing = status !== undefined && !isFinal(status)
  return (
    <div className={styles['run']}>
      <div className={styles['line']}>
        {status && <RunState status={status} kind={kind} />}
        {isGoing && rowsPerSecond !== undefined && (
          <span className={styles['rate']}>
            <Trans>{compact(rowsPerSecond)} rows/s</Trans>
          </span>
        )}
      </div>
      {isGoing && <Progress label={t`Progress`} value={fraction} />}
      <span className={styles['rows']}>
        {rows !== undefined && <Plural value={rows} one={`${number(rows)} row`} other={`${number(rows)} rows`} />}
        {rows !== undefined && elapsed !== undefined && ' · '}
        {elapsed !== undefined && duration(elapsed)}
      </span>
    </div>
  )
}
