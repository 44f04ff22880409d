import { defined } from '../../../core/catalog/defined.ts'
import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import { standInEnds } from '../../domain/runs/receipt.ts'
import type { LogLineRow } from '../../store/runs/run-log.ts'
import type { ListedRunRow, RunStreamRow } from '../../store/runs/run-rows.ts'
import { attemptsToWire, errorToWire } from './run-error-to-wire.ts'

export const streamsToWire = (
  streams: readonly RunStreamRow[],
  { flow_snapshot: flow }: Pick<ListedRunRow, 'flow_snapshot'>,
) => streams.map(({ error, ...stream }) => ({ ...stream, ...defined({ error: error && errorToWire(error, flow) }) }))

export const runToWire = (row: ListedRunRow) => ({
  id: row.id,
  flow_id: row.flow_id,
  flow_name: row.flow_name,
  ...defined({ flow_deleted: row.flow_deleted || undefined }),
  ...versionToWire(row),
  status: row.status,
  trigger: row.trigger,
  triggered_by: row.triggered_by === null ? null : { uid: row.triggered_by, name: row.triggered_by_name },
  scheduled_for: row.scheduled_for?.toISOString() ?? null,
  ...defined({
    started_after: row.flow_snapshot.startedAfter?.map(({ runId, flowId, flowName }) => ({
      run_id: runId,
      flow_id: flowId,
      flow_name: flowName,
    })),
  }),
  attempt: row.attempt,
  dry: isDry(row.work.kind),
  ...defined({ becomes_others: row.becomes_others || undefined }),
  ...standInEnds(row.flow_snapshot.standIns),
  ...defined({ verify: row.work.kind === 'compare' ? true : undefined }),
  backfill: 'parts' in row.work ? row.work.parts?.map((part) => ({ ...part })) : undefined,
  queued_at: row.queued_at.toISOString(),
  ...defined({ waiting: row.waiting ? waitingToWire(row.waiting) : undefined }),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  cancel_requested: row.cancel_requested_at !== null,
  rows_written: row.totals.rows_written,
  error: row.error && errorToWire(row.error, row.flow_snapshot),
  totals: row.totals,
  ...defined({ streams: row.streams ? streamsToWire(row.streams, row) : undefined }),
  ...attemptsToWire(row),
})

const waitingToWire = ({ class: ofClass, ...waiting }: NonNullable<ListedRunRow['waiting']>) => ({
  ...waiting,
  ...defined({ class: ofClass || undefined }),
})

/** What is not saved has no version. */
const versionToWire = ({ flow_version, work }: ListedRunRow) => {
  const draft = work.kind === 'dry-run' && work.draft
  return draft ? { draft: defined({ file: draft.file, is_new: draft.isNew || undefined }) } : { flow_version }
}

export const lineToWire = ({ at, sentence, ...line }: LogLineRow) => ({
  ...line,
  ...defined({ sentence: sentence ?? undefined }),
  at: at.toISOString(),
})
