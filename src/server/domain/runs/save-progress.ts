import type { Query } from '../../store/database/database.ts'
import { type StreamColumns, saveStreamColumns } from '../../store/flows/stream-columns.ts'
import { type RunChange, type RunRow, saveRun } from '../../store/runs/runs.ts'

/** What has changed of a run's streams since it was last stored. */
export interface ProgressChanges extends Pick<RunChange, 'streams' | 'totals'> {
  /** Of streams that have succeeded, as the source had them. */
  readonly columns: readonly StreamColumns[]
}

/** Writes down how far a run is. @returns whether it was written: not when another attempt has taken over or the run is over */
export async function saveProgress(
  query: Query,
  run: Pick<RunRow, 'id' | 'organization_id' | 'flow_id' | 'epoch'>,
  { columns, streams, totals }: ProgressChanges,
  state: Pick<RunChange, 'status' | 'error'>,
): Promise<boolean> {
  const isWritten = await saveRun(query, {
    runId: run.id,
    epoch: run.epoch,
    streams,
    totals,
    ...state,
  })
  if (isWritten) await saveStreamColumns(query, run, columns)
  return isWritten
}
