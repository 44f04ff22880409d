import type { VanishedDecision } from '../../../core/catalog/policies/vanished-policies.ts'
import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Database } from '../../store/database/database.ts'
import type { CauseMend } from '../../store/rejects/rejected-causes.ts'
import type { RejectedPick } from '../../store/rejects/rejected-rows.ts'
import type { RunRow, RunStreamRow } from '../../store/runs/run-rows.ts'
import { draftOf, type ReplayMends, type RunWork } from '../../store/runs/run-work.ts'
import { type Member, requirePermission } from '../members/member.ts'
import { invalid, RequestError } from '../request-error.ts'
import { readRun } from './read-runs.ts'
import { nothingToReplay, type RequestedWork, type StartedRun, type StartRun } from './start-run.ts'

interface Deps {
  readonly database: Database
  readonly startRun: StartRun
}

/** What of a run is sent again, and how values are changed that the target refuses. */
export interface Replay {
  readonly pick: RejectedPick
  /** For the rows of one cause. */
  readonly mend?: CauseMend
}

/** Sends rejected rows of a run again. @throws RequestError */
export async function replayRun(
  { database, startRun }: Deps,
  member: Member,
  runId: string,
  { pick, mend }: Replay,
): Promise<StartedRun> {
  const { organizationId, person } = member
  const run = await readRun(database, organizationId, runId)
  // A dry run writes nothing, neither its rejected rows nor the others.
  if (isDry(run.work.kind)) throw nothingToReplay()
  // Values, or a column at the destination, become others.
  if (mend) requirePermission(member, 'flow.write')
  return startRun({
    organizationId,
    flowId: run.flow_id,
    trigger: 'person',
    by: { person, action: 'run.replayed', earlierRunId: run.id },
    work: { kind: 'replay', of: run.id, pick, mends: mendsOf(pick, mend) },
  })
}

/** @throws RequestError when it is not said which column is meant */
function mendsOf({ entity, cause }: RejectedPick, mend: CauseMend | undefined): ReplayMends {
  if (!mend) return {}
  if (entity === undefined || !cause)
    throw invalid(sentence`Say with "entity", "column" and "rule" whose values are changed`, 'mend')
  const { column } = cause
  return { entity, ...(mend.kind === 'widen' ? { widened: [column] } : { mends: [{ column, mend }] }) }
}

/** How the tables of a run are moved again. */
interface Retry {
  /** Changes of columns at which the run stopped are taken this time; the flow stays as it is, and stops at the next ones. */
  readonly takesNewColumns: boolean
}

/** Moves the tables that a run has not finished, or does what follows the rows (structure, SQL) if that is all that is left. @throws RequestError */
export async function retryRun(
  { database, startRun }: Deps,
  member: Member,
  runId: string,
  { takesNewColumns }: Retry,
): Promise<StartedRun> {
  const { organizationId, person } = member
  // The table at the destination changes.
  if (takesNewColumns) requirePermission(member, 'flow.write')
  const run = await readRun(database, organizationId, runId)
  const draft = draftOf(run.work)
  if (draft) throw draftNotRepeated(draft.file)
  const retry = (work: RequestedWork, follows: readonly string[] = []) =>
    startRun({
      organizationId,
      flowId: run.flow_id,
      trigger: 'person',
      work,
      follows,
      by: { person, action: 'run.retried', earlierRunId: run.id },
    })
  if (isLeftAfterRows(run)) return retry({ kind: 'after-rows' })
  const only = isFinal(run.status) ? run.streams.filter(hasNotArrived).map(({ entity }) => entity) : []
  if (only.length === 0) throw nothingToRetry()
  const follows = takesNewColumns ? run.streams.filter(hasNewColumns).map(({ entity }) => entity) : []
  return retry(withOnly(run.work, only), follows)
}

/** The work for only these of its tables. */
function withOnly(work: RunWork, only: readonly string[]): RequestedWork {
  switch (work.kind) {
    case 'dry-run':
      return { kind: 'dry-run', only, parts: work.parts }
    case 'compare':
      return { kind: 'dry-run', only }
    case 'backfill':
      return { ...work, only }
    case 'move':
    case 'replay':
    case 'send-differing':
    case 'after-rows':
      return { kind: 'move', only }
  }
}

/**
 * Runs the flow again for the tables of a run that stopped because too many of their rows have vanished: up to as many as it found are
 * accepted, or all are kept. @throws RequestError
 */
export async function decideVanished(
  { database, startRun }: Deps,
  { organizationId, person }: Member,
  runId: string,
  decision: VanishedDecision,
): Promise<StartedRun> {
  const run = await readRun(database, organizationId, runId)
  if (draftOf(run.work)) throw nothingToDecide()
  const rows = Object.fromEntries(
    run.streams.flatMap(({ entity, error }): [string, number][] =>
      error?.code === 'TOO_MANY_VANISHED' && error.vanished !== undefined ? [[entity, error.vanished]] : [],
    ),
  )
  const only = Object.keys(rows)
  if (!isFinal(run.status) || only.length === 0) throw nothingToDecide()
  return startRun({
    organizationId,
    flowId: run.flow_id,
    trigger: 'person',
    by: { person, action: decision === 'keep' ? 'run.vanished_kept' : 'run.vanished_accepted', earlierRunId: run.id },
    work: { kind: 'move', only, vanished: { decision, rows } },
  })
}

const hasNewColumns = ({ error }: RunStreamRow): boolean => error?.code === 'SCHEMA_CHANGED'

/** All rows have arrived, or this was already a run of only what follows them; and that has not succeeded. */
const isLeftAfterRows = ({ status, totals, work, flow_snapshot: { config } }: RunRow): boolean =>
  (config.sql_after !== undefined || config.structure === 'all') &&
  !isDry(work.kind) &&
  (work.kind === 'after-rows'
    ? status === 'failed' || status === 'cancelled'
    : status === 'partially_succeeded' && totals.succeeded === totals.streams)

const hasNotArrived = ({ status }: RunStreamRow) => status === 'failed' || status === 'cancelled'

const nothingToRetry = () =>
  new RequestError(
    'conflict',
    'NOTHING_TO_RETRY',
    sentence`No table of this run has failed, or the run is not over. Run the flow instead.`,
  )

/** The flow of this name may be another one. */
const draftNotRepeated = (file: string | undefined) =>
  new RequestError(
    'conflict',
    'NOTHING_TO_RETRY',
    file === undefined
      ? sentence`This was a dry run of a draft. Start another one in the editor of the flow.`
      : sentence`This was a dry run of ${file}, which was not applied. Plan it again, and compare its rows there.`,
  )

const nothingToDecide = () =>
  new RequestError(
    'conflict',
    'NOTHING_TO_DECIDE',
    sentence`No table of this run has stopped because too many rows are gone at the source, or the run is not over.`,
  )
