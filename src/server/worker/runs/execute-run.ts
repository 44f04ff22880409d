import { move } from '../../../engine/move/move.ts'
import type { RangePlan } from '../../../engine/move/range-plan.ts'
import type { KnownColumn } from '../../../engine/move/resolve-drift.ts'
import type { Dialler } from '../../../engine/net/dialler.ts'
import { ConnectorError } from '../../../engine/ports/connector.ts'
import type { VendorAccess } from '../../../engine/ports/vendors.ts'
import type { StepProcesses } from '../../../engine/step-process/step-processes.ts'
import { type OpenedConnection, openEndpoint } from '../../domain/connections/open-endpoint.ts'
import { recallStreams } from '../../domain/flows/recall-streams.ts'
import { requestReplay, requestStreams } from '../../domain/flows/request-streams.ts'
import type { ConfirmConsent } from '../../domain/integrations/confirm-consent.ts'
import { RequestError } from '../../domain/request-error.ts'
import { endRun } from '../../domain/runs/end-run.ts'
import { withReceiptHash } from '../../domain/runs/receipt.ts'
import { makeRowChanges } from '../../domain/runs/row-changes.ts'
import { outcomeOf, type RunOutcome } from '../../domain/runs/run-outcome.ts'
import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { Query } from '../../store/database/database.ts'
import { isStoreAway } from '../../store/database/store-away.ts'
import { saveStreamColumns } from '../../store/flows/stream-columns.ts'
import { saveStreamPositions } from '../../store/flows/stream-positions.ts'
import { deleteOffersOfRun } from '../../store/runs/range-offers.ts'
import { forgetRejectedStreams, listRejectedStreams } from '../../store/runs/rejected-rows.ts'
import { claimRun, releaseRun } from '../../store/runs/run-attempts.ts'
import { hasRoom } from '../../store/runs/run-turns.ts'
import { findRun, isCancelRequested, type RunErrorRow, type RunRow, type RunStreamRow } from '../../store/runs/runs.ts'
import { countUsageOfDeleted } from '../../store/runs/usage.ts'
import { type Vault, VaultError } from '../../vault/vault.ts'
import { makeOfferRanges } from './offer-ranges.ts'
import { makePostponeRun, type PostponeRunDeps } from './postpone-run.ts'
import { openRejectedRows } from './rejected-rows-source.ts'
import { openRunJournal } from './run-journal.ts'
import { makeRunOutbox } from './run-outbox.ts'
import { RunProgress, runError } from './run-progress.ts'
import type { HeldJob } from './run-queue.ts'
import { makeRunRejects } from './run-rejects.ts'

export interface ExecuteRunDeps extends PostponeRunDeps {
  readonly vault: Vault
  readonly dialler: Dialler
  readonly vendors: VendorAccess
  /** Rejects with what a person has to do when a connection's consent was withdrawn. */
  readonly confirmConsent: ConfirmConsent['ofConnection']
  readonly log: Log
  /** Starts the processes in which steps run. */
  readonly stepProcesses: Pick<StepProcesses, 'open'>
  /** How large tables are cut. Absent: as it is best. */
  readonly ranges?: RangePlan
  /** Registers interest in a run's cancellation. @returns a function that ends it */
  readonly onCancel: (runId: string, cancel: () => void) => () => void
}

/**
 * Moves one run from its claim to its end. `lost` fires when the run is no longer this worker's, because it was given
 * to another or this process is stopping; then nothing more is written and the promise rejects, so that the queue keeps the job.
 */
export const makeExecuteRun =
  (deps: ExecuteRunDeps) =>
  async (runId: string, lost: AbortSignal, job?: HeldJob): Promise<void> => {
    const { database, vault, dialler, vendors, confirmConsent, log, ranges, stepProcesses, onCancel } = deps
    const claimed = await database.asSystem(async (query) => {
      // Thrown, so that the queue keeps the job until one of the organization's runs has ended.
      if (!(await hasRoom(query, runId))) throw new Error('the organization has no room for another run')
      const claim = await claimRun(query, runId, job?.ticket)
      // Asked with the run's row locked: whoever is given the run later waits for it, and takes it over.
      if (claim && job && !(await job.isHeld(query))) throw new Error('the run was given to another worker')
      const run = claim && (await findRun(query, claim.organizationId, runId))
      if (run && run.attempt > 1) await deleteOffersOfRun(query, runId)
      return run && { run, losses: claim.losses }
    })
    if (!claimed) return

    const { run, losses } = claimed
    const { organization_id: organizationId, epoch } = run
    const cancelled = new AbortController()
    const superseded = new AbortController()
    const progress = new RunProgress()
    const columns = new Map<string, readonly KnownColumn[]>()
    const rejects = makeRunRejects({ database, vault, organizationId, runId, epoch })
    const postpone = makePostponeRun(deps)
    const changes = makeRowChanges({ database, vault, organizationId, runId, epoch })
    const onLost = () => superseded.abort()
    const journal = openRunJournal({ database, log, organizationId, runId, epoch, progress, onLost })
    const forget = onCancel(runId, () => cancelled.abort())
    try {
      // The request may have come between two workers, when nobody was listening.
      if (await database.asSystem((query) => isCancelRequested(query, runId))) cancelled.abort()
      const signal = AbortSignal.any([cancelled.signal, superseded.signal, lost])
      const outcome = losses < LOSSES ? await attempt(run, signal) : FATAL
      if (outcome.error?.code === 'REAUTH_REQUIRED') await keepConsents(run)
      await journal.close()
      if (!lost.aborted) await Promise.all([rejects.settle(), changes.settle()])
      if (lost.aborted) {
        await database.asSystem((query) => releaseRun(query, runId, epoch))
        throw new Error('the run was handed back')
      }
      // An attempt that is not made any more has no progress, but the one before it has.
      const streams = (losses < LOSSES ? progress.rows() : run.streams).map((row) =>
        withReceiptHash(run, isOver(row) ? row : { ...row, status: 'cancelled' }),
      )
      if (await postpone(run, streams, outcome)) return
      await database.asSystem(async (query) => {
        if (!(await endRun(query, { runId, epoch, streams, ...outcome })))
          return void (await countUsageOfDeleted(query, run, streams))
        await settleRejects(query, run, streams)
        // What was sent again, or only compared, says nothing of how far the source was read.
        if (run.flow_snapshot.replayOf !== undefined || run.flow_snapshot.dry) return
        await saveStreamPositions(query, run, streams)
        await saveStreamColumns(query, run, streams, columns)
      })
    } catch (error) {
      // One connection may be gone and the next one stand: then nobody has to take this worker for dead.
      if (isStoreAway(error)) await database.asSystem((query) => releaseRun(query, runId, epoch)).catch(() => undefined)
      throw error
    } finally {
      forget()
      await journal.close()
    }

    async function attempt(run: RunRow, signal: AbortSignal): Promise<RunOutcome> {
      if (signal.aborted) return { status: 'cancelled' }
      journal.say('info', `Attempt ${run.attempt} of “${run.flow_name}” (version ${run.flow_version}) has begun.`)
      try {
        await moveRun(run, signal)
        return outcomeOf(progress.rows(), cancelled.signal.aborted)
      } catch (error) {
        // Nothing is known to be wrong with the flow, and nothing could be written down: the queue keeps the job.
        if (isStoreAway(error)) throw error
        if (cancelled.signal.aborted) return { status: 'cancelled' }
        const told = explain(error)
        journal.say('error', told.message)
        return { status: 'failed', error: told }
      }
    }

    async function moveRun(run: RunRow, signal: AbortSignal): Promise<void> {
      const { flow_id: flowId, flow_snapshot: flow } = run
      const { replayOf } = flow
      const recalled = await database.asSystem((query) => recallStreams(query, run))
      const open = async (connectionId: string) => {
        const opened = await database.asSystem((query) => openEndpoint(query, vault, organizationId, connectionId))
        if (opened.endpoint.integration === 'google_oauth') await confirmConsent(organizationId, connectionId)
        return opened
      }
      const destination = await open(flow.destinationConnectionId)
      // Rejected rows have passed the steps already.
      const work =
        replayOf === undefined
          ? {
              source: await open(flow.sourceConnectionId),
              streams: requestStreams(flow.config.streams),
              ...recalled,
              transformations: { steps: flow.config.transformations, salt: vault.saltOf(organizationId) },
            }
          : await replay(replayOf, run, destination)
      await move({
        ...work,
        destination,
        rejects,
        stepProcesses,
        ...(flow.dry && { dry: true }),
        ...(ranges && { ranges }),
        rangeHelp: makeOfferRanges({ database, log, organizationId, runId, epoch }),
        ...(flow.only && { only: flow.only }),
        isHandedOver: () => !cancelled.signal.aborted,
        fence: { flowId, runId, epoch: BigInt(epoch) },
        context: {
          signal,
          dialler,
          vendors,
          run: {
            flowName: run.flow_name,
            startedAt: run.started_at ?? run.queued_at,
            outbox: makeRunOutbox(database, runId, epoch),
          },
        },
        onEvent: (event) => {
          if (event.kind === 'log') journal.say(event.level, event.message, event.entity)
          else if (event.kind === 'columns') columns.set(event.entity, event.columns)
          else if (event.kind === 'dry-run') changes.keep(event.entity, event.result)
          else progress.apply(event)
        },
      })
    }

    async function replay(
      replayOf: string,
      { flow_snapshot: flow }: RunRow,
      { connector, endpoint }: OpenedConnection,
    ) {
      const rejected = await database.asSystem((query) => listRejectedStreams(query, organizationId, replayOf))
      const openSource = () => openRejectedRows({ database, vault, organizationId, runId: replayOf })
      return {
        source: { connector: { type: connector.type, openSource }, endpoint },
        streams: requestReplay(rejected, flow.config.streams),
      }
    }

    /** Consent was withdrawn in the middle of the run: the integration says so from now on. */
    async function keepConsents({ flow_snapshot: flow }: RunRow): Promise<void> {
      const connections = [flow.sourceConnectionId, flow.destinationConnectionId]
      await Promise.allSettled(connections.map((connectionId) => confirmConsent(organizationId, connectionId)))
    }

    function explain(error: unknown): RunErrorRow {
      if (error instanceof ConnectorError) return runError(error.problem)
      if (error instanceof RequestError) return { code: error.code, message: error.message }
      if (error instanceof VaultError) return { code: 'LOCKED', message: error.message }
      log.error('run failed', { runId, error: describeError(error) })
      const message = 'Something went wrong inside Millrace. It has been logged.'
      return { code: 'INTERNAL', message, hint: 'Run the flow again; if it fails again, report it.' }
    }
  }

/** A run that has taken two workers in a row with it is not given to a third: it may be too large for any. */
const LOSSES = 2

const FATAL: RunOutcome = {
  status: 'failed',
  error: {
    code: 'WORKER_LOST',
    message: 'The process that moved the rows ended or fell silent, twice in a row.',
    hint: 'Run the flow again. If it happens again, give the server more memory, or move fewer columns or smaller values at once.',
  },
}

/** Rows of a stream that did not come to its end count for nothing; those that were sent again are kept by this run, if at all. */
async function settleRejects(
  query: Query,
  { id, flow_snapshot: { replayOf } }: RunRow,
  streams: readonly RunStreamRow[],
) {
  const those = (isWanted: (row: RunStreamRow) => boolean) => streams.filter(isWanted).map(({ entity }) => entity)
  await forgetRejectedStreams(
    query,
    id,
    those(({ status }) => status !== 'succeeded'),
  )
  if (replayOf !== undefined)
    await forgetRejectedStreams(
      query,
      replayOf,
      those(({ status }) => status === 'succeeded'),
    )
}

const isOver = ({ status }: RunStreamRow) => status === 'succeeded' || status === 'failed' || status === 'cancelled'
