import { saveTableChanges } from '../../store/connections/table-changes.ts'
import type { Query } from '../../store/database/database.ts'
import { type StreamColumns, saveStreamColumns } from '../../store/flows/stream-columns.ts'
import type { RunRow } from '../../store/runs/run-rows.ts'
import type { StoredServers } from '../../store/runs/run-servers.ts'
import { type RunChange, saveRun } from '../../store/runs/runs.ts'

/** Changes of a run's streams since they were last stored. */
export interface ProgressChanges extends Pick<RunChange, 'streams' | 'totals' | 'pace'> {
  /** The source's columns of streams that have succeeded. */
  readonly columns: readonly StreamColumns[]
  /** The versions of Millrace and of both ends, and which database the destination is, as far as they are known. */
  readonly servers: StoredServers
}

/** Stores the progress of a run. @returns whether it was stored: not if another attempt has taken over or the run has ended */
export async function saveProgress(
  query: Query,
  run: Pick<RunRow, 'id' | 'organization_id' | 'flow_id' | 'epoch'>,
  { columns, streams, totals, pace }: ProgressChanges,
  state: Pick<RunChange, 'status' | 'error'>,
): Promise<boolean> {
  const isWritten = await saveRun(query, {
    runId: run.id,
    epoch: run.epoch,
    streams,
    totals,
    pace,
    ...state,
  })
  if (isWritten) {
    await saveStreamColumns(query, run, columns)
    await saveTableChanges(query, run, streams)
  }
  return isWritten
}
