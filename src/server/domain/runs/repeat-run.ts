import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Database } from '../../store/database/database.ts'
import { listRejectedStreams } from '../../store/runs/rejected-rows.ts'
import type { RunStreamRow } from '../../store/runs/runs.ts'
import type { Member } from '../members/member.ts'
import { RequestError } from '../request-error.ts'
import { readRun } from './read-runs.ts'
import type { StartedRun, StartRun } from './start-run.ts'

interface Deps {
  readonly database: Database
  readonly startRun: StartRun
}

/** Sends the rejected rows of a run again. @throws RequestError */
export async function replayRun(
  { database, startRun }: Deps,
  { organizationId, person }: Member,
  runId: string,
): Promise<StartedRun> {
  const run = await readRun(database, organizationId, runId)
  const streams = await database.inOrganization(organizationId, (query) =>
    listRejectedStreams(query, organizationId, run.id),
  )
  // A dry run writes nothing, neither its rejected rows nor the others.
  if (streams.length === 0 || run.flow_snapshot.dry) throw nothingToReplay()
  return startRun({
    organizationId,
    flowId: run.flow_id,
    trigger: 'person',
    by: { person, action: 'run.replayed', earlierRunId: run.id },
    replayOf: run.id,
  })
}

/** Moves the tables that a run has not finished. @throws RequestError */
export async function retryRun(
  { database, startRun }: Deps,
  { organizationId, person }: Member,
  runId: string,
): Promise<StartedRun> {
  const run = await readRun(database, organizationId, runId)
  const only = isFinal(run.status) ? run.streams.filter(hasNotArrived).map(({ entity }) => entity) : []
  if (only.length === 0) throw nothingToRetry()
  return startRun({
    organizationId,
    flowId: run.flow_id,
    trigger: 'person',
    by: { person, action: 'run.retried', earlierRunId: run.id },
    only,
    dry: run.flow_snapshot.dry ?? false,
  })
}

const hasNotArrived = ({ status }: RunStreamRow) => status === 'failed' || status === 'cancelled'

const nothingToRetry = () =>
  new RequestError(
    'conflict',
    'NOTHING_TO_RETRY',
    sentence`No table of this run has failed, or the run is not over. Run the flow instead.`,
  )

const nothingToReplay = () =>
  new RequestError(
    'conflict',
    'NOTHING_TO_REPLAY',
    sentence`No rejected rows of this run are kept: they were sent again already, or are older than 14 days.`,
  )
