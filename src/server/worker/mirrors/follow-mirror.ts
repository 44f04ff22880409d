import { setTimeout as sleep } from 'node:timers/promises'
import { isByConsent } from '../../../core/catalog/connections/integration-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { endLog, openMirror, readHeldLog } from '../../../engine/mirror/open-mirror.ts'
import { type MirrorEvent, runMirror } from '../../../engine/mirror/run-mirror.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import { ConnectorError } from '../../../engine/ports/connector.ts'
import type { MirrorControl } from '../../../engine/ports/mirror-control.ts'
import { raiseMirrorAlert } from '../../domain/alerts/raise-mirror-alert.ts'
import { openEndpoint } from '../../domain/connections/open-endpoint.ts'
import { loadStreamStates } from '../../domain/flows/load-stream-states.ts'
import { planTargets } from '../../domain/flows/plan-targets.ts'
import { requestStreams } from '../../domain/flows/request-streams.ts'
import { requireFlow } from '../../domain/flows/require-flow.ts'
import { mirrorRefusals } from '../../domain/mirrors/mirror-refusal.ts'
import { slotName } from '../../domain/mirrors/slot-name.ts'
import { RequestError } from '../../domain/request-error.ts'
import type { StartRun } from '../../domain/runs/start-run.ts'
import { describeError } from '../../host/describe-error.ts'
import { beginTables, type ClaimedMirror, endMirror, releaseMirror } from '../../store/mirrors/mirror-leases.ts'
import type { RunErrorRow } from '../../store/runs/run-rows.ts'
import { explain } from '../runs/internal-errors.ts'
import type { MoveRunDeps } from '../runs/move-run.ts'
import { runError } from '../runs/run-progress.ts'
import { answerAsked } from './answer-asked.ts'
import { type HeldLease, HeldLeases } from './held-leases.ts'
import { MirrorCopies } from './mirror-copies.ts'
import { ALERTED_FAILURES, MirrorJournal } from './mirror-journal.ts'
import { MirrorProofs } from './mirror-proofs.ts'

export interface FollowMirrorDeps
  extends Pick<MoveRunDeps, 'database' | 'vault' | 'dialler' | 'vendors' | 'confirmConsent' | 'log' | 'stepProcesses'> {
  readonly startRun: StartRun
  /** How much of its log a source may keep for a mirror. */
  readonly logBytes: number
}

/** The requests of others: to end after the open batch, or at once. */
export interface MirrorSignals {
  readonly enough: AbortSignal
  readonly abort: AbortSignal
}

/** Works on a claimed mirror until something else is wanted. */
export type FollowMirror = (mirror: ClaimedMirror, signals: MirrorSignals) => Promise<void>

const STORE_EVERY_MS = 1_000

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 60_000

export function makeFollowMirror(deps: FollowMirrorDeps): FollowMirror {
  const { database, log } = deps
  const leases = new HeldLeases(database, log)
  return async (mirror, signals) => {
    const state = mirror.wanted === 'on' ? 'starting' : 'stopping'
    try {
      if (mirror.wanted === 'off') return await end(deps, mirror, signals.abort)
      if (mirror.wanted === 'paused') return await guard(deps, mirror, signals.abort)
      await follow(deps, mirror, { ...signals, lease: leases.hold(mirror) })
      await database.asSystem((query) => releaseMirror(query, mirror, { state }))
    } catch (error) {
      if (error instanceof ConnectorError && error.problem.code === 'FENCED') return
      const problem = runError(explain(error, mirror.flow_id, log))
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** mirror.failures, LONGEST_PAUSE_MS)
      const failed = STATE_AFTER_FAILURE[mirror.wanted]
      const giveUp =
        mirror.wanted === 'on' ? await letForget(deps, mirror, signals.abort).catch(() => undefined) : undefined
      await database.asSystem(async (query) => {
        await releaseMirror(query, mirror, { state: failed, problem: giveUp ?? problem, pauseMs })
        if (mirror.wanted === 'paused' || mirror.failures + 1 !== ALERTED_FAILURES) return
        const { flow_id: flowId, organization_id: organizationId } = mirror
        await raiseMirrorAlert(query, { organizationId, flowId, event: 'failed', problem })
      })
    }
  }
}

const STATE_AFTER_FAILURE = { on: 'failing', paused: 'paused', off: 'stopping' } as const

/** How often the log of a paused mirror is looked at, in milliseconds. */
const GUARD_EVERY_MS = 2 * 60_000

/** A paused mirror reads nothing, so its source keeps ever more. */
async function guard(deps: FollowMirrorDeps, mirror: ClaimedMirror, signal: AbortSignal): Promise<void> {
  const problem = await letForget(deps, mirror, signal)
  await deps.database.asSystem((query) =>
    releaseMirror(query, mirror, {
      state: 'paused',
      problem: problem ?? mirror.problem ?? undefined,
      pauseMs: GUARD_EVERY_MS,
    }),
  )
}

/** At the end of the budget the source may forget the log, before its disk is full. @returns what has been done, if it has */
async function letForget(
  deps: FollowMirrorDeps,
  mirror: ClaimedMirror,
  signal: AbortSignal,
): Promise<RunErrorRow | undefined> {
  const source = await openEnd(deps, mirror, mirror.source_connection_id)
  const log = { ...source, name: slotName(mirror.flow_id), context: contextOf(deps, signal) }
  const held = await readHeldLog(log)
  if (!held || held.bytes < deps.logBytes) return undefined
  await endLog(log)
  const megabytes = String(Math.round(held.bytes / MEGABYTE))
  return runError({
    code: 'LOG_GAP',
    message: sentence`The source kept ${megabytes} MB of its log for this mirror, which did not read it. It has been told to forget them.`,
    hint: sentence`When the mirror goes on, both sides are compared, and what differs is sent again.`,
  })
}

const MEGABYTE = 1 << 20

/** The source keeps no log any more. */
async function end(deps: FollowMirrorDeps, mirror: ClaimedMirror, signal: AbortSignal): Promise<void> {
  const { database, log } = deps
  const name = slotName(mirror.flow_id)
  try {
    const source = await openEnd(deps, mirror, mirror.source_connection_id)
    await endLog({ ...source, name, context: contextOf(deps, signal) })
  } catch (error) {
    // Nobody can reach the server any more: whoever has it must drop the slot.
    if (!(error instanceof RequestError)) throw error
    log.warn('A source whose connection is gone may still keep its log for a mirror.', { slot: name })
  }
  await database.asSystem((query) => endMirror(query, mirror))
}

interface Following extends MirrorSignals {
  readonly lease: HeldLease
}

async function follow(deps: FollowMirrorDeps, mirror: ClaimedMirror, following: Following): Promise<void> {
  try {
    await followWhileHeld(deps, mirror, following)
  } finally {
    following.lease.release()
  }
}

async function followWhileHeld(
  deps: FollowMirrorDeps,
  mirror: ClaimedMirror,
  { enough, abort, lease }: Following,
): Promise<void> {
  const { database } = deps
  const { flow_id: flowId, organization_id: organizationId, epoch } = mirror
  const context = contextOf(deps, abort)
  const flow = await database.asSystem((query) => requireFlow(query, organizationId, flowId))
  const [refusal] = mirrorRefusals(flow)
  if (refusal) throw new RequestError('invalid', 'CANNOT_MIRROR', refusal)
  const ends = {
    sourceConnectionId: mirror.source_connection_id,
    destinationConnectionId: mirror.destination_connection_id,
  }
  const { knownTargets } = await database.asSystem((query) =>
    loadStreamStates(query, { flow_id: flowId, flow_snapshot: ends }),
  )
  const streams = requestStreams(flow.config.streams)
  const source = await openEnd(deps, mirror, ends.sourceConnectionId)
  const destination = await openEnd(deps, mirror, ends.destinationConnectionId)
  const planned = await planTargets({ source, destination, streams, knownTargets }, context)
  const tables = planned.map(({ entity, target }) => {
    const { columns, key, drift, zeroDates } = streams.find((stream) => stream.entity === entity) ?? {}
    return { entity, target, columns, key, drift, zeroDates }
  })
  const fence = { flowId, runId: flowId, epoch: BigInt(epoch) }
  const { transformations } = flow.config
  const steps =
    transformations.length > 0
      ? {
          transformations: { steps: transformations, salt: deps.vault.saltOf(organizationId) },
          open: () => deps.stepProcesses.open(),
        }
      : undefined
  const opened = await openMirror(
    defined({ source, destination, name: slotName(flowId), tables, fence, context, steps }),
  )
  const entities = tables.map(({ entity }) => entity)
  await database.asSystem((query) => beginTables(query, mirror, tables))
  const journal = new MirrorJournal(database, mirror)
  const copies = new MirrorCopies(deps, mirror)
  const proofs = new MirrorProofs(deps, mirror)
  await proofs.load()
  const stop = new AbortController()
  const signal = AbortSignal.any([enough, abort, lease.over, stop.signal])
  const control = Promise.withResolvers<MirrorControl>()
  const storing = storeRegularly({ deps, journal, copies, proofs, control: control.promise, signal, lease }).finally(
    () => stop.abort(),
  )
  try {
    const onEvent = (event: MirrorEvent) => {
      journal.apply(event)
      proofs.apply(event)
    }
    const proof = opened.compared && { ...opened.compared, due: () => proofs.due() }
    const { source: log, load, drift } = opened
    const onControl = control.resolve
    const budgetBytes = deps.logBytes
    await runMirror(defined({ source: log, load, drift, proof, entities, signal, budgetBytes, onEvent, onControl }))
  } finally {
    stop.abort()
    await storing
    await journal.close()
    await proofs.store()
  }
}

interface Storing {
  readonly deps: FollowMirrorDeps
  readonly journal: MirrorJournal
  readonly copies: MirrorCopies
  readonly proofs: MirrorProofs
  readonly control: Promise<MirrorControl>
  readonly signal: AbortSignal
  readonly lease: HeldLease
}

/** Settles when the mirror should end. */
async function storeRegularly(storing: Storing): Promise<void> {
  const { deps, journal, copies, proofs, control, signal, lease } = storing
  const { log, database } = deps
  let answering: Promise<void> | undefined
  const answer = async () => {
    try {
      await answerAsked(database, journal.flowId, { control: await control, proofs })
    } catch (error) {
      if (!signal.aborted) log.warn('What was asked of a mirror could not be done.', { error: describeError(error) })
    }
  }
  while (!signal.aborted) {
    try {
      if (journal.hasNews && !(await journal.store())) return
      await copies.look(journal.waiting)
      await proofs.store()
      // Without waiting: to apply what waits may take longer than the lease.
      if (lease.isAsked && journal.hasBegun) answering ??= answer().finally(() => (answering = undefined))
    } catch (error) {
      log.warn('A mirror could not be stored.', { error: describeError(error) })
    }
    await sleep(STORE_EVERY_MS, undefined, { signal }).catch(() => {})
  }
}

async function openEnd(
  { database, vault, confirmConsent }: FollowMirrorDeps,
  { organization_id: organizationId }: ClaimedMirror,
  connectionId: string,
) {
  const opened = await database.asSystem((query) => openEndpoint(query, vault, organizationId, connectionId))
  if (isByConsent(opened.endpoint.integration)) await confirmConsent(organizationId, connectionId)
  return opened
}

const contextOf = ({ dialler, vendors }: FollowMirrorDeps, signal: AbortSignal): ConnectorContext => ({
  signal,
  dialler,
  vendors,
})
