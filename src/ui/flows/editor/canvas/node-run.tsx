import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import { isFinal, type RunStatus } from '../../../../core/catalog/runs/run-states.ts'
import type { RunVerdict } from '../../../../core/catalog/runs/verdict/run-verdict.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { classNames } from '../../../kit/class-names.ts'
import { Progress } from '../../../kit/progress/progress.tsx'
import { RunState } from '../../../runs/state/run-state.tsx'
import { useElapsed } from '../../../runs/state/use-elapsed.ts'
import styles from './flow-node.module.css'

/** The state of a run at one node. */
export interface NodeRunState {
  readonly runId: string
  readonly status: RunStatus
  /** Absent: it failed at another node. */
  readonly verdict: RunVerdict | undefined
  /** Absent: the run reads none there, or writes none. */
  readonly rows: number | undefined
  readonly rowsPerSecond: number | undefined
  readonly startedAt: string | undefined
  readonly finishedAt: string | undefined
  readonly fraction: number | undefined
}

export function NodeRun({
  runId,
  status,
  verdict,
  rows,
  rowsPerSecond,
  fraction,
  startedAt,
  finishedAt,
}: NodeRunState) {
  const { t } = useLingui()
  const { number, compact, duration } = useFormats()
  const elapsed = useElapsed(verdict && { status, startedAt, finishedAt })
  const isGoing = !isFinal(status)
  return (
    <div className={styles['run']}>
      <div className={styles['line']}>
        {verdict && (
          <Link to="/runs/$id" params={{ id: runId }} className={classNames('nodrag', styles['open'])}>
            <RunState verdict={verdict} />
          </Link>
        )}
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
