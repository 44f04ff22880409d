import { defined } from '../../core/catalog/defined.ts'
import type { AppliedTable, FollowedCopy, RecordedTable } from '../ports/change-batch.ts'
import type { Moment } from '../ports/change-source.ts'
import type { Problem } from '../ports/connector.ts'
import type { MirrorControl } from '../ports/mirror-control.ts'
import type { MirrorHindrance } from '../ports/mirror-readiness.ts'
import { TableFailure } from '../ports/table-failure.ts'
import { goneAtSource, hindranceProblem } from './hindrance-problem.ts'
import type { MirrorRequest } from './run-mirror.ts'
import { TableShapes } from './table-shapes.ts'
import type { WorkBetween } from './work-between.ts'

/** How often a table is tried again whose problem may pass. */
const RETRY_MS = 10_000

/** How often the catalog of the source is asked for tables that have changed. */
const SHAPES_MS = 10_000

interface TablesRequest
  extends Pick<
    MirrorRequest,
    'source' | 'load' | 'entities' | 'hindrances' | 'onEvent' | 'retryMs' | 'drift' | 'shapesMs'
  > {
  readonly between: WorkBetween
  /** Somebody mends tables after a gap. */
  readonly mends: boolean
}

/** The tables of a mirror: which of them are published, wait for copies, follow, or are paused. */
export class MirroredTables implements MirrorControl {
  readonly #request: TablesRequest
  /** Why single tables cannot be mirrored; they are not published. */
  #hindered = new Map<string, Problem>()
  /** Tables that have gone at the source. */
  #lost: Set<string> = new Set()
  readonly #triedAt = new Map<string, number>()
  #told: string | undefined
  #mending = new Set<string>()
  #since: Moment = ''
  readonly #shapes: TableShapes
  #lookedAt = 0

  constructor(request: TablesRequest) {
    this.#request = request
    this.#shapes = new TableShapes(request)
  }

  async hindrances(): Promise<readonly MirrorHindrance[]> {
    const { source, entities, hindrances: others } = this.#request
    const found = await source.readiness(entities)
    const hindrances = [...found.hindrances, ...((await others?.()) ?? [])]
    this.#hindered = new Map()
    for (const hindrance of hindrances)
      if (hindrance.entity !== undefined && !this.#hindered.has(hindrance.entity))
        this.#hindered.set(hindrance.entity, hindranceProblem(hindrance))
    return hindrances
  }

  /** The columns of a table that are mirrored now. Absent: as when the mirror was opened. */
  columnsOf(entity: string): readonly string[] | undefined {
    const { source, load } = this.#request
    return load.shapeOf(entity)?.table.columns ?? source.columnsOf?.(entity)
  }

  get areSomeReady(): boolean {
    return this.#ready.length > 0
  }

  /** Goes on where the destination is, or begins anew. */
  async begin(): Promise<void> {
    const { source, load, entities } = this.#request
    if (load.position === undefined) return this.beginAnew()
    const { since } = await source.choose(this.#ready)
    const known = new Set([...load.paused.keys(), ...entities.filter((entity) => load.shapeOf(entity))])
    await load.choose(since, entities)
    await this.#shapes.note(entities.filter((entity) => !known.has(entity)))
    for (const [entity, { problem }] of load.paused)
      if (problem?.code === 'MIRROR_NOT_READY' && !this.#hindered.has(entity)) await load.hold(entity, since)
    await this.#pauseHindered()
    for (const [entity, { problem }] of load.paused) this.#reportPaused(entity, problem)
    this.reportWaiting()
  }

  /** @param isGap the tables were equal before, so that perhaps little has to travel */
  async beginAnew(isGap = false): Promise<void> {
    const { source, load, entities, mends } = this.#request
    const shapeOf = (entity: string) => JSON.stringify(load.shapeOf(entity)?.table)
    const before = new Map(entities.map((entity) => [entity, shapeOf(entity)]))
    const wereEqual = entities.filter(
      (entity) =>
        ![load.waiting, load.outgrown, load.draining].some((set) => set.has(entity)) && !load.paused.has(entity),
    )
    const { position, since } = await source.begin(this.#ready)
    // Known before the tables wait, or somebody would begin to copy them.
    this.#since = since
    this.#mending = new Set(isGap && mends && load.mend ? wereEqual : [])
    await load.begin(position, since, entities)
    await this.#shapes.note(entities)
    for (const entity of wereEqual) if (shapeOf(entity) !== before.get(entity)) this.#mending.delete(entity)
    await this.#pauseHindered()
    for (const [entity, { problem }] of load.paused) this.#reportPaused(entity, problem)
    this.#reportAgain()
  }

  /** Unless that is known. */
  reportWaiting(): void {
    const { load, onEvent } = this.#request
    const waiting = [...load.waiting].filter((entity) => !this.#mending.has(entity))
    if (waiting.join() !== this.#told) onEvent({ kind: 'waiting', entities: waiting })
    this.#told = waiting.join()
  }

  /** Also what has been told before: those copies are of no use. */
  #reportAgain(): void {
    this.#told = undefined
    this.reportWaiting()
  }

  /** Tables that wait and may need no copy, and the moment that must be seen. */
  get mending(): { readonly entities: readonly string[]; readonly since: Moment } {
    const { waiting } = this.#request.load
    return { entities: [...this.#mending].filter((entity) => waiting.has(entity)), since: this.#since }
  }

  /** @param changes that make its rows those of the moment. @returns what was applied; nothing if the table does not wait any more, or has failed */
  async mend(changes: RecordedTable | undefined, moment: Moment, entity: string): Promise<readonly AppliedTable[]> {
    const { source, load, between } = this.#request
    let applied: readonly AppliedTable[] = []
    await between.add(async () => {
      if (!this.#mending.has(entity) || !load.waiting.has(entity)) return
      const until = await source.now()
      const work = async () => (applied = (await load.mend?.(changes, { entity, moment, until })) ?? [])
      await this.#drain(entity, work)
    })
    return applied
  }

  /** If it still waits, only a copy helps. */
  endMending(entity: string): void {
    this.#mending.delete(entity)
    this.reportWaiting()
  }

  async pause(entity: string): Promise<void> {
    await this.#request.between.add(() => this.#pause(entity, undefined))
  }

  async resume(entity: string): Promise<void> {
    const { load, between } = this.#request
    const outcome = await between.add(async () => {
      if (load.paused.get(entity)?.needsCopy) return this.#hold(entity)
      return this.#drain(entity, () => load.resume(entity))
    })
    if (outcome) throw outcome
  }

  async giveUpCopy(entity: string, problem: Problem): Promise<void> {
    const { load, between } = this.#request
    await between.add(async () => {
      if (load.waiting.has(entity)) await this.#pause(entity, problem, 'asked')
      this.reportWaiting()
    })
  }

  async copyAgain(entity: string): Promise<void> {
    await this.#request.between.add(() => this.#hold(entity))
  }

  /** The changes of a table could not be applied; nothing of its transaction is left. */
  async failed(failure: TableFailure): Promise<void> {
    const left = await this.#shapes.prepare(failure)
    if (!left) return
    const { entity, problem, needs } = left
    if (needs !== 'copy') return this.#pause(entity, problem, needs)
    this.#request.onEvent({ kind: 'changed', entity, problem })
    await this.#hold(entity)
  }

  /** Tables that have changed at the source without a row in the log. */
  async lookAtShapes(): Promise<void> {
    const { load, entities, between, onEvent, shapesMs = SHAPES_MS } = this.#request
    if (performance.now() - this.#lookedAt >= shapesMs) {
      this.#lookedAt = performance.now()
      const following = entities.filter((entity) => !load.paused.has(entity) && !load.waiting.has(entity))
      const gone = await this.#shapes.look(following)
      for (const entity of gone) await between.add(() => this.#lose(entity))
      await this.#findLost()
    }
    for (let next = this.#shapes.next(); next; next = this.#shapes.next()) {
      const { entity, isDoubtful, meet } = next
      await between.add(async () => {
        try {
          await meet()
          if (isDoubtful) onEvent({ kind: 'doubtful', entity })
        } catch (error) {
          if (!(error instanceof TableFailure)) throw error
          await load.rollBack()
          await this.failed(error)
        }
      })
    }
  }

  async #lose(entity: string): Promise<void> {
    this.#hindered.set(entity, goneAtSource(entity))
    this.#lost.add(entity)
    await this.failed(new TableFailure(entity, goneAtSource(entity), { needs: 'asked' }))
  }

  /** A table that was gone, and has come again under its name, is copied. */
  async #findLost(): Promise<void> {
    const { source, load, between, drift } = this.#request
    const lost = [...this.#lost].filter((entity) => load.paused.has(entity) && drift?.get(entity) !== 'stop')
    this.#lost = new Set(lost)
    if (lost.length === 0) return
    for (const entity of (await source.describe?.(lost))?.keys() ?? []) await between.add(() => this.#hold(entity))
  }

  /** Goes on with what may have become possible. */
  async tidy(): Promise<void> {
    const { load, between, retryMs = RETRY_MS } = this.#request
    for (const entity of load.outgrown) if (!this.#hindered.has(entity)) await between.add(() => this.#hold(entity))
    if (load.draining.size > 0)
      await between.add(() => this.#together([...load.draining], (entities) => load.drain(entities)))
    for (const [entity, { problem, needsCopy }] of load.paused) {
      const isDue = performance.now() - (this.#triedAt.get(entity) ?? 0) >= retryMs
      if (!problem?.retryable || needsCopy || !isDue) continue
      this.#triedAt.set(entity, performance.now())
      await between.add(() => this.#drain(entity, () => load.resume(entity)))
    }
  }

  /** As many at once as the destination takes in a batch. */
  async followCopies(): Promise<void> {
    const { source, load, between } = this.#request
    await between.add(async () => {
      await this.#together([...(await load.copies())], async (copies) => {
        const until = await source.now()
        return load.follow(copies.map(([entity, moment]) => ({ entity, moment, until })))
      })
    })
  }

  async #together<T>(
    all: readonly T[],
    follow: (some: readonly T[]) => Promise<readonly FollowedCopy[]>,
  ): Promise<void> {
    const atOnce = this.#request.load.pace?.tables ?? 1
    for (let at = 0; at < all.length; at += atOnce)
      for (const { entity, applied, failure } of await follow(all.slice(at, at + atOnce)))
        await this.#drain(entity, failure ? () => Promise.reject(failure) : async () => applied)
  }

  get #ready(): readonly string[] {
    return this.#request.entities.filter((entity) => !this.#hindered.has(entity))
  }

  async #pauseHindered(): Promise<void> {
    for (const [entity, problem] of this.#hindered) await this.#request.load.pause(entity, { problem, needsCopy: true })
  }

  async #pause(entity: string, problem: Problem | undefined, needs?: 'asked'): Promise<void> {
    const { load } = this.#request
    this.#triedAt.set(entity, performance.now())
    const needsCopy = needs === 'asked' || load.paused.get(entity)?.needsCopy ? (true as const) : undefined
    await load.pause(entity, defined({ problem, needsCopy }))
    this.#reportPaused(entity, problem)
  }

  #reportPaused(entity: string, problem: Problem | undefined): void {
    this.#request.onEvent({ kind: 'paused', entity, ...defined({ problem }) })
  }

  /** The moment is asked for between two batches: the copy sees whatever was thrown away before. */
  async #hold(entity: string): Promise<undefined> {
    const { source, load } = this.#request
    if (this.#hindered.has(entity)) await this.hindrances()
    const problem = this.#hindered.get(entity)
    const { since } = await source.choose(this.#ready, entity)
    if (problem) throw new TableFailure(entity, problem)
    await load.hold(entity, since)
    await this.#shapes.note([entity])
    this.#reportAgain()
  }

  /** @returns why the table stays paused */
  async #drain(entity: string, work: () => Promise<readonly AppliedTable[]>): Promise<TableFailure | undefined> {
    try {
      const applied = await work()
      if (!this.#request.load.waiting.has(entity)) this.#request.onEvent({ kind: 'following', entity, applied })
      return undefined
    } catch (error) {
      if (!(error instanceof TableFailure)) throw error
      const left = await this.#shapes.prepare(error)
      if (left) await this.failed(left)
      else if (this.#request.load.paused.has(entity)) return this.#drain(entity, work)
      return left?.needs === 'copy' ? undefined : left
    }
  }
}
