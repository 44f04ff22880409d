import { expect } from 'vitest'
import type { AppliedBatch } from '../../src/engine/mirror/follow-log.ts'
import type { CutOverOutcome, CutOverPlace, TableProof } from '../../src/engine/mirror/proving.ts'
import { type MirrorEvent, type MirrorRequest, runMirror } from '../../src/engine/mirror/run-mirror.ts'
import type { AppliedTable } from '../../src/engine/ports/change-batch.ts'
import type { HeldLog, LogPosition } from '../../src/engine/ports/change-source.ts'
import type { Problem } from '../../src/engine/ports/connector.ts'
import type { MirrorControl } from '../../src/engine/ports/mirror-control.ts'

interface Watching {
  /** Copies tables, and tells the codes of what went wrong. @returns whether all have arrived */
  readonly copy: (entities: readonly string[], found: (code: string) => void) => Promise<boolean>
  /** The destination notices later that a copy has arrived: until then no other one is begun. */
  readonly noticesCopiesLater?: true
  /** Everything that was committed so far. */
  readonly now: () => Promise<LogPosition>
  /** Whether the destination has all that. */
  readonly isReached: (place: LogPosition) => boolean | Promise<boolean>
  /** How long everything may need to arrive. Default: 90,000, for a busy machine. */
  readonly patienceMs?: number
}

/** A mirror whose tables are copied as a control plane does, and what it tells. */
export class WatchedMirror {
  readonly batches: AppliedBatch[] = []
  readonly proofs: TableProof[] = []
  /** What was sent again. */
  readonly repaired: AppliedTable[] = []
  readonly places: CutOverPlace[] = []
  readonly cutOvers: CutOverOutcome[] = []
  /** Changes of tables after the last place. */
  readonly after = new Map<string, number>()
  readonly gaps: string[] = []
  /** How much of the budget was used up, as it was told. */
  readonly budgets: string[] = []
  /** Tables that were copied again because of their columns, and those whose rows may differ. */
  readonly changed: string[] = []
  readonly doubtful = new Set<string>()
  /** Tables that neither follow nor wait for a copy. */
  readonly paused = new Map<string, Problem | undefined>()
  /** Why copies failed. */
  readonly copyProblems: string[] = []
  /** What the source keeps. */
  held: HeldLog | undefined
  /** Settles when the mirror ends. */
  readonly ended: Promise<void>
  readonly #watching: Watching
  readonly #tables: number
  readonly #following: Set<string>
  readonly #copying = new Set<string>()
  readonly #copies: Promise<unknown>[] = []
  readonly #stop = new AbortController()
  #control: MirrorControl | undefined
  #failure: unknown

  constructor(request: Omit<MirrorRequest, 'signal' | 'onEvent' | 'onControl'>, watching: Watching) {
    const { load, entities } = request
    this.#watching = watching
    this.#tables = entities.length
    const isKnown = load.position !== undefined
    this.#following = new Set(
      entities.filter((entity) => isKnown && !load.waiting.has(entity) && !load.paused.has(entity)),
    )
    this.ended = runMirror({
      storeQuietMs: 50,
      lookMs: 100,
      ...request,
      signal: this.#stop.signal,
      onControl: (given) => {
        this.#control = given
      },
      onEvent: (event) => this.#hear(event),
    })
    this.ended.catch((error: unknown) => {
      this.#failure = error
    })
  }

  get control(): MirrorControl {
    if (!this.#control) throw new Error('the mirror has not begun')
    return this.#control
  }

  /** Rows that were not as they had to be. */
  get divergent(): number {
    return this.batches.flatMap((batch) => batch.tables).reduce((sum, table) => sum + table.divergent, 0)
  }

  /** Settles when the mirror has ended and none of its copies is under way. */
  get settled(): Promise<unknown> {
    return Promise.allSettled([this.ended, ...this.#copies])
  }

  /** Waits until all tables follow or are paused, and everything that was committed so far is in the destination. */
  async caughtUp(): Promise<void> {
    const { now, isReached, patienceMs = 90_000 } = this.#watching
    const place = await now()
    const isDone = async () =>
      this.#failure !== undefined ||
      (this.#following.size + this.paused.size === this.#tables && (await isReached(place)))
    await expect.poll(isDone, { timeout: patienceMs, interval: 20 }).toBe(true)
    if (this.#failure !== undefined) throw this.#failure
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.ended
    await Promise.all(this.#copies)
  }

  #hear(event: MirrorEvent): void {
    if (event.kind === 'batch') this.#count(event.batch)
    if (event.kind === 'proof') this.proofs.push(event.proof)
    if (event.kind === 'repaired') this.repaired.push(event.applied)
    if (event.kind === 'cutOver') this.cutOvers.push(event.outcome)
    if (event.kind === 'cutOverPlace') {
      this.places.push(event.place)
      this.after.clear()
    }
    if (event.kind === 'held') this.held = event.held
    if (event.kind === 'budget') this.budgets.push(event.state)
    if (event.kind === 'doubtful') this.doubtful.add(event.entity)
    this.#hearOfTables(event)
  }

  #hearOfTables(event: MirrorEvent): void {
    if (event.kind === 'waiting') this.#copy(event.entities)
    if (event.kind === 'gap') {
      this.gaps.push(event.problem.problem.code)
      this.#copying.clear()
    }
    if (event.kind === 'changed') {
      this.changed.push(event.entity)
      this.#copying.delete(event.entity)
    }
    if (event.kind === 'following') {
      this.#following.add(event.entity)
      this.#copying.delete(event.entity)
      this.paused.delete(event.entity)
    }
    if (event.kind === 'paused') {
      this.#following.delete(event.entity)
      this.#copying.delete(event.entity)
      this.paused.set(event.entity, event.problem)
    }
  }

  #count(batch: AppliedBatch): void {
    this.batches.push(batch)
    if (this.places.length === 0) return
    for (const { name, inserted, updated, deleted } of batch.tables)
      this.after.set(name, (this.after.get(name) ?? 0) + inserted + updated + deleted)
  }

  #copy(entities: readonly string[]): void {
    for (const entity of entities) {
      this.#following.delete(entity)
      this.paused.delete(entity)
    }
    const fresh = entities.filter((entity) => !this.#copying.has(entity))
    for (const entity of fresh) this.#copying.add(entity)
    if (fresh.length === 0) return
    let isLeft = false
    const found = (code: string) => {
      // A copy that comes after another one was taken is refused, and nothing is lost by that.
      if (code !== 'COPY_NOT_AWAITED') this.copyProblems.push(code)
    }
    const copy = async () => {
      const hasArrived = await this.#watching.copy(fresh, found)
      isLeft = hasArrived && this.#watching.noticesCopiesLater === true
    }
    // A table that waits again after its copy, but before the mirror has taken it, needs another one.
    const copied = copy().finally(() => isLeft || fresh.map((entity) => this.#copying.delete(entity)))
    // Whoever waits for it hears of its failure.
    copied.catch(() => {})
    this.#copies.push(copied)
  }
}
