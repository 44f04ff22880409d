import type { KnownTarget } from '../../../engine/move/move.ts'
import type { Query } from '../database/database.ts'
import { NOT_DRY } from './counted-runs.ts'

/**
 * The streams that later runs of the flow have written since the source was read for the rejected rows of a run: of a replay, since the run
 * whose rows it has sent.
 */
export const listLaterStreams = (query: Query, runId: string): Promise<KnownTarget[]> =>
  query<KnownTarget>(
    `with recursive origin as (
       select id, flow_id, queued_at, flow_snapshot->>'replayOf' as replay_of from runs where id = $1
       union all select runs.id, runs.flow_id, runs.queued_at, runs.flow_snapshot->>'replayOf' from origin join runs on runs.id = replay_of::uuid),
     read as (select * from origin where replay_of is null)
     select distinct stream->>'entity' as entity, stream->>'target' as target
     from read join runs on runs.flow_id = read.flow_id and runs.queued_at > read.queued_at join run_streams on run_id = runs.id
     where stream->>'status' = 'succeeded' and ${NOT_DRY} and not flow_snapshot ? 'replayOf'`,
    [runId],
  )
