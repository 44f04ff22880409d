import type { Query } from '../database/database.ts'
import { NOT_DRY } from './counted-runs.ts'

/** The latest runs of a flow between its present connections that succeeded. */
export interface RunSpeed {
  readonly runs: number
  readonly rows_read: number
  /** Between begin and end, of all of them together. */
  readonly seconds: number
}

/** Replays and backfills move other rows than a run. */
const WHOLE = `${NOT_DRY} and flow_snapshot->'replayOf' is null and flow_snapshot->'backfill' is null and flow_snapshot->'only' is null`

const RUNS = 5

export async function findRunSpeed(
  query: Query,
  flowId: string,
  { sourceConnectionId, destinationConnectionId }: { sourceConnectionId: string; destinationConnectionId: string },
): Promise<RunSpeed> {
  const [speed] = await query<RunSpeed>(
    `select count(*) as runs, coalesce(sum((totals->>'rows_read')::numeric), 0)::bigint as rows_read,
       coalesce(sum(extract(epoch from finished_at - started_at)), 0)::float as seconds
     from (select totals, started_at, finished_at from runs where flow_id = $1 and status = 'succeeded' and ${WHOLE}
       and flow_snapshot->>'sourceConnectionId' = $2 and flow_snapshot->>'destinationConnectionId' = $3
       order by queued_at desc limit ${RUNS}) latest`,
    [flowId, sourceConnectionId, destinationConnectionId],
  )
  return speed ?? { runs: 0, rows_read: 0, seconds: 0 }
}
