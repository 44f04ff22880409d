import { defined } from '../../../core/catalog/defined.ts'
import { isMirrored } from '../../../core/catalog/mirrors/is-mirrored.ts'
import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { attempt } from '../../store/database/savepoint.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'
import { findFlow } from '../../store/flows/flows.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { pickRejectedRows, type RejectedPick } from '../../store/rejects/rejected-rows.ts'
import { findRunByKey, insertDraftRun, insertRun, isKeyOfOtherFlow } from '../../store/runs/new-runs.ts'
import { enqueueRun, lockQueue } from '../../store/runs/queue-positions.ts'
import type { FlowSnapshot, RunRow } from '../../store/runs/run-rows.ts'
import type { RunWork, WorkOf } from '../../store/runs/run-work.ts'
import { findBlockingRun } from '../../store/runs/runs.ts'
import { refuseSpent } from '../budgets/refuse-spent.ts'
import { refuseUnfinishedSteps } from '../flows/check-steps.ts'
import type { Principal } from '../people/principal.ts'
import { invalid, notFound, RequestError } from '../request-error.ts'
import { refuseOutdated } from './refuse-outdated.ts'
import { type DryRunTried, requireApproval } from './require-approval.ts'

export interface RunRequest {
  readonly organizationId: string
  readonly flowId: string
  readonly trigger: RunRow['trigger']
  /** The person who requested it, for the audit log; nobody if a schedule did. */
  readonly by?: AskedBy
  /** A repeated call with the same key returns the run that the first call started. */
  readonly idempotencyKey?: string
  readonly work: RequestedWork
  /** Tables whose targets follow changes of columns in this run, although the flow says that they stop it. */
  readonly follows?: readonly string[]
  /** The scheduled time: one run for each. */
  readonly scheduledFor?: Date
  /** The dry run that a person has approved. */
  readonly approved?: DryRunTried
  /** The runs of other flows after which it starts. */
  readonly startedAfter?: FlowSnapshot['startedAfter']
}

/** The work of a run, and what only its start needs. */
export type RequestedWork =
  | Exclude<RunWork, { readonly kind: 'dry-run' | 'replay' }>
  /** With the flow of a draft, which may not exist, or lie in the trash. */
  | (WorkOf<'dry-run'> & { readonly draft?: { readonly flow: FlowRow } })
  | (WorkOf<'replay'> & { readonly pick: RejectedPick })

export interface AskedBy {
  readonly person: Parameters<typeof recordAudit>[2] & Pick<Principal, 'service' | 'isInBulk'>
  readonly action:
    | 'run.triggered'
    | 'run.dry'
    | 'run.replayed'
    | 'run.retried'
    | 'run.backfilled'
    | 'run.verified'
    | 'run.differing_sent'
    | 'run.vanished_accepted'
    | 'run.vanished_kept'
  /** The run that it repeats. Absent: the log names the flow. */
  readonly earlierRunId?: string
}

export interface StartedRun {
  readonly id: string
  /** The key was used before: this is the run of that call, and this call has changed nothing. */
  readonly isRepeated: boolean
}

/** As `queueRun`; when it throws, nothing has changed, and the transaction goes on. */
export const startRun = (query: Query, request: RunRequest): Promise<StartedRun> =>
  attempt(query, () => queueRun(query, request))

/**
 * Queues a run of a flow in its current version. @throws RequestError when the flow is deleted, off, unfinished or already running, its
 * budget is spent, or too many runs wait
 */
async function queueRun(query: Query, request: RunRequest): Promise<StartedRun> {
  const { organizationId, flowId, trigger, by, idempotencyKey, work, scheduledFor } = request
  const flow = await requireRunnable(query, request)
  // Asked first, so that whoever asks again and again neither waits for the queue nor locks it.
  if (idempotencyKey === undefined) await refuseActive(query, flowId)

  const { waiting, limit } = await lockQueue(query, organizationId)
  // Whoever asks for many flows at once gets them all: each waits only once, and other organizations have their turns in between.
  const isFull = waiting >= limit && !by?.person.isInBulk
  if (idempotencyKey !== undefined && (await isKeyOfOtherFlow(query, organizationId, flowId, idempotencyKey)))
    throw invalid(
      sentence`Idempotency-Key was used to run another flow: each run needs a key of its own`,
      'Idempotency-Key',
    )
  const insert = () =>
    (draftOf(work) ? insertDraftRun : insertRun)(query, {
      organizationId,
      flowId,
      flowName: flow.name,
      flowVersion: draftOf(work) ? NO_VERSION : flow.version,
      snapshot: snapshotOf(flow, request),
      work,
      trigger: trigger === 'person' && by?.person.service ? 'api' : trigger,
      triggeredBy: by?.person.uid,
      idempotencyKey,
      scheduledFor,
    })
  const runId = isFull ? undefined : await insert()
  if (runId !== undefined) {
    // Not before: a repeated call gets the run of the first one, whatever is spent meanwhile.
    await refuseSpent(query, organizationId, flow, work)
    if (work.kind === 'replay') {
      const replay = { organizationId, runId: work.of, replayId: runId }
      if (!(await pickRejectedRows(query, replay, work.pick))) throw nothingToReplay()
      await refuseOutdated(query, replay, flow.config)
    }
    if (by)
      await recordAudit(query, organizationId, by.person, {
        action: by.action,
        id: by.earlierRunId ?? flowId,
        name: flow.name,
      })
    await enqueueRun(query, organizationId, runId, flow.config.worker_class ?? '')
    return { id: runId, isRepeated: false }
  }

  const repeated = idempotencyKey === undefined ? undefined : await findRunByKey(query, flowId, idempotencyKey)
  if (repeated) return { id: repeated.id, isRepeated: true }
  await refuseActive(query, flowId)
  throw isFull ? queueFull(waiting, limit) : alreadyActive()
}

async function refuseActive(query: Query, flowId: string): Promise<void> {
  const active = await findBlockingRun(query, flowId)
  if (active) throw alreadyActive(active.id)
}

const alreadyActive = (runId?: string) =>
  new RequestError(
    'conflict',
    RUN_ALREADY_ACTIVE,
    sentence`This flow is running already. Wait for it, or cancel it first.`,
    { run_id: runId },
  )

function queueFull(waiting: number, limit: number): RequestError {
  const message = sentence`${waiting} runs of this organization are waiting already, and at most ${limit} may. Wait until some have begun, or cancel some.`
  return new RequestError('too-many', QUEUE_FULL, message)
}

/** @throws RequestError when the flow is deleted, off or unfinished, or is run for an approval that is not there */
async function requireRunnable(query: Query, request: RunRequest): Promise<FlowRow> {
  const { organizationId, flowId, approved, work } = request
  const draft = draftOf(work)
  if (draft) {
    // Its switch says nothing about what its rows would be.
    refuseUnfinishedSteps(draft.config)
    return draft
  }
  const flow = await findFlow(query, organizationId, flowId)
  if (!flow) throw notFound()
  if (!flow.enabled)
    throw new RequestError('conflict', 'FLOW_DISABLED', sentence`This flow is switched off. Switch it on to run it.`)
  refuseUnfinishedSteps(flow.config)
  refuseMirrored(flow, request)
  if (approved) await requireApproval(query, organizationId, approved, flow)
  return flow
}

/** A run that wrote beside a mirror would put older rows over newer ones. @throws RequestError */
function refuseMirrored({ config }: FlowRow, { work, trigger }: RunRequest): void {
  if (!isMirrored(config) || trigger === 'mirror' || isDry(work.kind)) return
  throw new RequestError(
    'conflict',
    'FLOW_MIRRORED',
    sentence`This flow is a mirror: it moves every change by itself. Start the mirror, or copy a table again on its page.`,
  )
}

export const nothingToReplay = () =>
  new RequestError(
    'conflict',
    'NOTHING_TO_REPLAY',
    sentence`No such rejected rows of this run are kept: they were sent again or skipped already, or the time is over for which the organization keeps rows.`,
  )

function standInsOf(source: FlowRow['source'], destination: FlowRow['destination']): Pick<FlowSnapshot, 'standIns'> {
  const standIns = [
    ...(source.is_stand_in ? (['source'] as const) : []),
    ...(destination.is_stand_in ? (['destination'] as const) : []),
  ]
  return standIns.length > 0 ? { standIns } : {}
}

/** Of what is not saved: no saved flow has this version, so nothing that was tried counts for one. */
const NO_VERSION = 0

const draftOf = (work: RequestedWork) => (work.kind === 'dry-run' ? work.draft?.flow : undefined)

const snapshotOf = (
  { source, destination, config }: FlowRow,
  { follows = [], startedAfter }: RunRequest,
): FlowSnapshot => ({
  sourceConnectionId: source.id,
  destinationConnectionId: destination.id,
  config: following(config, follows),
  ...standInsOf(source, destination),
  ...defined({ startedAfter }),
})

const following = (config: FlowRow['config'], entities: readonly string[]): FlowRow['config'] =>
  entities.length === 0
    ? config
    : {
        ...config,
        streams: config.streams.map((stream) =>
          entities.includes(stream.entity) ? { ...stream, drift: 'follow' } : stream,
        ),
      }

export const RUN_ALREADY_ACTIVE = 'RUN_ALREADY_ACTIVE'

export const QUEUE_FULL = 'QUEUE_FULL'

/** Starts runs, each in a separate transaction. */
export const makeStartRun =
  (database: Database) =>
  (request: RunRequest): Promise<StartedRun> =>
    database.asSystem((query) => queueRun(query, request))

export type StartRun = ReturnType<typeof makeStartRun>
