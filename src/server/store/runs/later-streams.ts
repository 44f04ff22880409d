import type { KnownTarget } from '../../../engine/move/run/move-request.ts'
import type { Query } from '../database/database.ts'
import { NOT_DRY } from './counted-runs.ts'

export interface LaterStream extends KnownTarget {
  /** Of another flow into the same database, whichever connections both have. */
  readonly isOfOther: boolean
}

/**
 * The streams that other runs have written since the source was read for the rejected rows of a run: of a replay, since the run whose rows it
 * has sent. Runs of the same flow take turns; those of others count if they ended after it had begun.
 */
export const listLaterStreams = (query: Query, runId: string): Promise<LaterStream[]> =>
  query<LaterStream>(
    `with recursive origin as (
       select id, flow_id, organization_id, queued_at, started_at, flow_snapshot from runs where id = $1
       union all select runs.id, runs.flow_id, runs.organization_id, runs.queued_at, runs.started_at, runs.flow_snapshot
         from origin join runs on runs.id = (origin.flow_snapshot->>'replayOf')::uuid),
     read as (select flow_id, organization_id, queued_at, started_at, flow_snapshot->>'destinationConnectionId' as destination,
         (select servers->>'destinationId' from run_servers where run_id = origin.id) as database
       from origin where not flow_snapshot ? 'replayOf')
     select distinct stream->>'entity' as entity, stream->>'target' as target, runs.flow_id <> read.flow_id as "isOfOther"
     from read join runs on runs.organization_id = read.organization_id join run_streams on run_id = runs.id
     where stream->>'status' = 'succeeded' and ${NOT_DRY} and runs.queued_at > read.queued_at - interval '7 days' and case when runs.flow_id = read.flow_id
       then runs.queued_at > read.queued_at and not flow_snapshot ? 'replayOf'
       else (flow_snapshot->>'destinationConnectionId' = read.destination
           or exists (select from run_servers where run_servers.run_id = runs.id and servers->>'destinationId' = read.database))
         and coalesce(runs.finished_at, now()) > coalesce(read.started_at, read.queued_at) end`,
    [runId],
  )
