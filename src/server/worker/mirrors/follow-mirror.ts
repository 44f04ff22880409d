import { setTimeout as sleep } from 'node:timers/promises'
import { defined } from '../../../core/catalog/defined.ts'
import type { MirroredTableAction } from '../../../core/catalog/mirrors/mirror-states.ts'
import { openMirror } from '../../../engine/mirror/open-mirror.ts'
import { type MirrorEvent, runMirror } from '../../../engine/mirror/run-mirror.ts'
import { ConnectorError } from '../../../engine/ports/connector.ts'
import type { MirrorControl } from '../../../engine/ports/mirror-control.ts'
import { raiseMirrorAlert } from '../../domain/alerts/raise-mirror-alert.ts'
import { describeError } from '../../host/describe-error.ts'
import type { Database } from '../../store/database/database.ts'
import {
  answerAskedTable,
  beginTables,
  type ClaimedMirror,
  listAskedTables,
  releaseMirror,
} from '../../store/mirrors/mirror-leases.ts'
import { explain } from '../runs/internal-errors.ts'
import { runError } from '../runs/run-progress.ts'
import { endForgotten, guardLog, letForget } from './forget-log.ts'
import { type HeldLease, HeldLeases } from './held-leases.ts'
import { MirrorCopies, type MirrorCopiesDeps } from './mirror-copies.ts'
import { MirrorCutOver } from './mirror-cut-over.ts'
import { contextOf, type FollowMirrorDeps } from './mirror-ends.ts'
import { ALERTED_FAILURES, MirrorJournal } from './mirror-journal.ts'
import { MirrorProofs } from './mirror-proofs.ts'
import { planMirror } from './plan-mirror.ts'

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
      if (mirror.wanted === 'off') return await endForgotten(deps, mirror, signals.abort)
      if (mirror.wanted === 'paused') return await guardLog(deps, mirror, signals.abort)
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
  const context = contextOf(deps, abort)
  const planned = await planMirror(deps, mirror, context)
  const { tables, hindrances } = planned
  const opened = await openMirror({ ...planned, context })
  const entities = tables.map(({ entity }) => entity)
  await database.asSystem((query) => beginTables(query, mirror, tables))
  const journal = new MirrorJournal(database, mirror)
  const control = Promise.withResolvers<MirrorControl>()
  const giveUp: MirrorCopiesDeps['giveUp'] = (entity, problem) => {
    const given = control.promise.then((mirrored) => mirrored.giveUpCopy(entity, problem))
    // It has ended: the next one copies again, and finds the same.
    given.catch(() => {})
  }
  const copies = new MirrorCopies({ ...deps, giveUp }, mirror)
  const proofs = new MirrorProofs(deps, mirror)
  await proofs.load()
  const compared = opened.compared?.tables.map(({ entity }) => entity)
  const changedBySteps = compared ? entities.filter((entity) => !compared.includes(entity)) : []
  proofs.leaveOut(changedBySteps)
  const position = () => opened.load.position
  const cutOver = new MirrorCutOver({ database, mirror, compared, changedBySteps, position })
  await cutOver.look(true)
  const stop = new AbortController()
  const signal = AbortSignal.any([enough, abort, lease.over, stop.signal])
  const storing = storeRegularly({
    deps,
    journal,
    copies,
    proofs,
    cutOver,
    control: control.promise,
    signal,
    lease,
  }).finally(() => stop.abort())
  try {
    const onEvent = (event: MirrorEvent) => {
      journal.apply(event)
      proofs.apply(event)
      cutOver.apply(event)
    }
    const wishes = { due: () => proofs.due({ onlyAsked: cutOver.isProven }), cutOver: () => cutOver.wish() }
    const proof = opened.compared && { ...opened.compared, ...wishes }
    const { source: log, load, drift } = opened
    const onControl = control.resolve
    const budgetBytes = deps.logBytes
    const asked = { source: log, load, entities, hindrances, drift, proof }
    await runMirror(defined({ ...asked, signal, budgetBytes, onEvent, onControl }))
  } finally {
    stop.abort()
    await storing
    await journal.close()
    await proofs.store()
    await cutOver.look(false)
  }
}

interface Storing {
  readonly deps: FollowMirrorDeps
  readonly journal: MirrorJournal
  readonly copies: MirrorCopies
  readonly proofs: MirrorProofs
  readonly cutOver: MirrorCutOver
  readonly control: Promise<MirrorControl>
  readonly signal: AbortSignal
  readonly lease: HeldLease
}

/** Settles when the mirror should end. */
async function storeRegularly(storing: Storing): Promise<void> {
  const { deps, journal, copies, proofs, cutOver, control, signal, lease } = storing
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
      await cutOver.look(lease.isAsked)
      // Without waiting: to apply what waits may take longer than the lease.
      if (lease.isAsked && journal.hasBegun) answering ??= answer().finally(() => (answering = undefined))
    } catch (error) {
      log.warn('A mirror could not be stored.', { error: describeError(error) })
    }
    await sleep(STORE_EVERY_MS, undefined, { signal }).catch(() => {})
  }
}

const METHODS = { pause: 'pause', resume: 'resume', copy: 'copyAgain' } as const satisfies Readonly<
  Record<MirroredTableAction, keyof MirrorControl>
>

/** Does what people have asked for single tables. */
async function answerAsked(
  database: Database,
  flowId: string,
  { control, proofs }: { readonly control: MirrorControl; readonly proofs: Pick<MirrorProofs, 'ask'> },
): Promise<void> {
  for (const { entity, asked, is_proof_asked } of await database.asSystem((query) => listAskedTables(query, flowId))) {
    if (is_proof_asked) proofs.ask(entity)
    if (!asked) continue
    await control[METHODS[asked]](entity).catch((error: unknown) => {
      // The table stays paused, and its problem is told by an event.
      if (!(error instanceof ConnectorError)) throw error
    })
    await database.asSystem((query) => answerAskedTable(query, flowId, { entity, asked }))
  }
}
