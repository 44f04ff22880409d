import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import type { Run } from '../../../core/runs/run.ts'
import { totalsOf } from '../../../core/runs/run-totals.ts'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import { useRun } from '../../queries/use-runs.ts'
import { RunLog } from '../log/run-log.tsx'
import { RunOverview } from '../overview/run-overview.tsx'
import { RunTables } from '../tables/run-tables.tsx'
import { RunActions } from './run-actions.tsx'
import styles from './run-details.module.css'

/** Everything about one run in a narrow space: figures, streams, errors, log. */
export function RunDetails({ run: known }: { run: Run }) {
  // Lists contain only a short form of a run; its streams are loaded with the run itself.
  const { data: run = known } = useRun(known.id)
  const isGoing = !isFinal(run.status)
  return (
    <div className={styles['details']}>
      <RunOverview run={run} showsVersion />
      {run.streams.length === 0 && (isGoing || totalsOf(run).streams > 0) && <Skeleton />}
      {run.streams.length > 0 && <RunTables run={run} />}
      {!isGoing && run.streams.length > 0 && <RunActions run={run} />}
      <RunLog runId={run.id} isGoing={isGoing} streams={run.streams} startedAt={run.startedAt} />
    </div>
  )
}
