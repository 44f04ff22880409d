import { setTimeout as sleep } from 'node:timers/promises'
import { defined } from '../../core/catalog/defined.ts'
import { sentence } from '../../core/catalog/sentence.ts'
import type { ChangeLoad } from '../ports/change-batch.ts'
import type { ChangeSource, HeldLog } from '../ports/change-source.ts'
import { ConnectorError } from '../ports/connector.ts'
import type { MirrorHindrance } from '../ports/mirror-readiness.ts'
import { type AppliedBatch, followLog } from './follow-log.ts'
import { WorkBetween } from './work-between.ts'

/** How often copies are looked for, and the log that the source keeps is measured. */
const LOOK_MS = 1_000

export interface MirrorEvents {
  /** The tables that wait for a copy; each copy is a run of its own. */
  readonly waiting: { readonly entities: readonly string[] }
  /** A table follows from now on. */
  readonly following: { readonly entity: string }
  readonly batch: { readonly batch: AppliedBatch }
  /** A part of the log is missing: everything waits for new copies. */
  readonly gap: { readonly problem: ConnectorError }
  readonly held: { readonly held: HeldLog }
}

export type MirrorEvent = {
  [Kind in keyof MirrorEvents]: { readonly kind: Kind } & MirrorEvents[Kind]
}[keyof MirrorEvents]

export interface MirrorRequest {
  readonly source: ChangeSource
  readonly load: ChangeLoad
  readonly entities: readonly string[]
  readonly signal: AbortSignal
  readonly onEvent: (event: MirrorEvent) => void
  readonly storeQuietMs?: number
  readonly lookMs?: number
}

/**
 * Keeps tables equal to those of a source until the signal is aborted: begins where the destination is, lets new tables wait for their copies, and
 * begins anew when a part of the log is missing.
 * @throws ConnectorError `MIRROR_NOT_READY` before anything is changed, or when either side fails
 */
export async function runMirror(request: MirrorRequest): Promise<void> {
  const { source, load } = request
  try {
    await keepEqual(request)
  } finally {
    await Promise.all([load.abandon(), source.close()])
  }
}

async function keepEqual(request: MirrorRequest): Promise<void> {
  const { source, load, entities, signal, onEvent } = request
  const { hindrances } = await source.readiness(entities)
  const [first] = hindrances
  if (first) throw notReady(first, hindrances.length)
  if (load.position === undefined) await beginAnew(request)
  else await load.choose((await source.choose(entities)).since, entities)
  while (!signal.aborted) {
    try {
      await follow(request)
    } catch (error) {
      if (!(error instanceof ConnectorError && error.problem.code === 'LOG_GAP')) throw error
      onEvent({ kind: 'gap', problem: error })
      await beginAnew(request)
    }
  }
}

async function beginAnew({ source, load, entities }: MirrorRequest): Promise<void> {
  const { position, since } = await source.begin(entities)
  await load.begin(position, since, entities)
}

async function follow({ source, load, signal, onEvent, storeQuietMs, lookMs = LOOK_MS }: MirrorRequest): Promise<void> {
  const from = load.position
  if (from === undefined) return
  const between = new WorkBetween()
  const over = new AbortController()
  const looking = look({ source, load, between, onEvent, lookMs, signal: AbortSignal.any([signal, over.signal]) })
  looking.catch((error: unknown) => over.abort(error))
  try {
    const stop = AbortSignal.any([signal, over.signal])
    const onBatch = (batch: AppliedBatch) => onEvent({ kind: 'batch', batch })
    await followLog(defined({ source, load, from, signal: stop, between, onBatch, storeQuietMs }))
    if (over.signal.aborted) throw over.signal.reason
  } finally {
    between.end()
    over.abort()
    await looking.catch(() => {})
  }
}

interface Looking {
  readonly source: ChangeSource
  readonly load: ChangeLoad
  readonly between: WorkBetween
  readonly onEvent: MirrorRequest['onEvent']
  readonly lookMs: number
  readonly signal: AbortSignal
}

async function look({ source, load, between, onEvent, lookMs, signal }: Looking): Promise<void> {
  let told = ''
  while (!signal.aborted) {
    const waiting = [...load.waiting]
    if (waiting.join() !== told) onEvent({ kind: 'waiting', entities: waiting })
    told = waiting.join()
    if (waiting.length > 0) await between.add(() => followCopies({ source, load, onEvent }))
    const held = await source.held()
    if (held) onEvent({ kind: 'held', held })
    await sleep(lookMs, undefined, { signal }).catch(() => {})
  }
}

async function followCopies({ source, load, onEvent }: Pick<Looking, 'source' | 'load' | 'onEvent'>): Promise<void> {
  for (const [entity, moment] of await load.copies()) {
    await load.follow(entity, moment, await source.now())
    onEvent({ kind: 'following', entity })
  }
}

const notReady = ({ reason, statement }: MirrorHindrance, count: number) =>
  new ConnectorError({
    code: 'MIRROR_NOT_READY',
    message: reason,
    hint:
      statement === undefined
        ? sentence`Open the mirror to see everything that has to be done before (${count}).`
        : sentence`Execute at the source: ${statement}`,
  })
