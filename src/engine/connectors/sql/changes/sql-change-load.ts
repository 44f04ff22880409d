import type {
  AppliedTable,
  ArrivedCopy,
  ChangeLoad,
  ChangeLoadRequest,
  FollowedCopy,
  PausedTable,
  RecordedTable,
} from '../../../ports/change-batch.ts'
import type { AddedColumn, DescribedTable, LogPosition, Moment } from '../../../ports/change-source.ts'
import { type Explained, explaining } from '../explaining.ts'
import type { ChangeSession } from './change-session.ts'
import { drainTables } from './drain-tables.ts'
import type { TableStates } from './table-states.ts'

export interface OpenedLoad {
  readonly session: ChangeSession
  readonly position: LogPosition | undefined
  readonly states: TableStates
  readonly explain: (error: unknown) => Error
}

/** Writes changes into a database in one session, together with their place in the log. */
export class SqlChangeLoad implements ChangeLoad {
  position: LogPosition | undefined
  beforeTable: ChangeLoad['beforeTable']
  readonly #request: ChangeLoadRequest
  readonly #opened: OpenedLoad
  readonly #explained: Explained
  readonly #states: TableStates
  #isOpen = false

  constructor(request: ChangeLoadRequest, opened: OpenedLoad) {
    this.#request = request
    this.#opened = opened
    this.#states = opened.states
    this.position = opened.position
    this.#explained = explaining(opened.explain)
  }

  get waiting(): ReadonlySet<string> {
    return this.#states.waiting
  }

  get outgrown(): ReadonlySet<string> {
    return this.#states.outgrown
  }

  get draining(): ReadonlySet<string> {
    return this.#states.draining
  }

  get settled(): ReadonlySet<string> {
    return this.#states.settledAt(this.position)
  }

  get paused(): ReadonlyMap<string, PausedTable> {
    return this.#states.paused
  }

  shapeOf(entity: string): DescribedTable | undefined {
    return this.#states.of(entity)?.shape
  }

  noteShape(entity: string, shape: DescribedTable): Promise<void> {
    return this.#explained(async () => {
      await this.#begin()
      const state = this.#states.of(entity)
      if (state) await this.#states.set(entity, { ...state, shape })
    })
  }

  addColumns(entity: string, columns: readonly AddedColumn[]): Promise<readonly string[]> {
    return this.#explained(async () => {
      await this.#begin()
      return this.#opened.session.addColumns(entity, this.#states.targetOf(entity), columns)
    })
  }

  prepareColumns(entity: string, columns: readonly AddedColumn[]): Promise<void> {
    return this.#explained(async () => {
      await this.#opened.session.prepareColumns?.(entity, this.#states.targetOf(entity), columns)
    })
  }

  hasPassed(place: LogPosition): boolean {
    return this.position !== undefined && this.#request.moments.isReached(place, this.position)
  }

  begin(position: LogPosition, since: Moment, entities: readonly string[]): Promise<void> {
    return this.#inTransaction(position, async () => {
      await this.#states.forgetBut([])
      for (const entity of entities) await this.#await(entity, since)
    })
  }

  choose(since: Moment, entities: readonly string[]): Promise<void> {
    return this.#inTransaction(this.position, async () => {
      await this.#states.forgetBut(entities)
      for (const entity of entities) if (!this.#states.isAsMade(entity)) await this.#await(entity, since)
    })
  }

  hold(entity: string, since: Moment): Promise<void> {
    return this.#inTransaction(this.position, () => this.#await(entity, since))
  }

  pause(entity: string, why: PausedTable): Promise<void> {
    return this.#inTransaction(this.position, () => this.#states.pause(entity, why))
  }

  drain(entities: readonly string[]): Promise<readonly FollowedCopy[]> {
    return this.#explained(() => this.#drainAll(entities))
  }

  copies(): Promise<ReadonlyMap<string, Moment>> {
    return this.#explained(async () => {
      const copies = new Map<string, Moment>()
      for (const entity of this.waiting) {
        const { since = '' } = this.#states.of(entity) ?? {}
        const moment = await this.#opened.session.boundOf(this.#states.targetOf(entity)).catch(() => undefined)
        if (moment !== undefined && this.#request.moments.isAfter(moment, since)) copies.set(entity, moment)
      }
      return copies
    })
  }

  follow(copies: readonly ArrivedCopy[]): Promise<readonly FollowedCopy[]> {
    return this.#explained(async () => {
      await this.#inTransaction(this.position, async () => {
        for (const { entity, moment, until } of copies) {
          await this.#opened.session.forget(entity)
          await this.#states.set(entity, { kind: 'draining', moment, until })
        }
      })
      return this.#drainAll(copies.map(({ entity }) => entity))
    })
  }

  mend(changes: RecordedTable | undefined, { entity, moment, until }: ArrivedCopy): Promise<readonly AppliedTable[]> {
    return this.#explained(async () => {
      const applied: AppliedTable[] = []
      await this.#inTransaction(this.position, async () => {
        if (changes) applied.push(await this.#applyTo(changes))
        await this.#states.set(entity, { kind: 'draining', moment, until })
      })
      return [...applied, ...(await this.#drain(entity))]
    })
  }

  resume(entity: string): Promise<readonly AppliedTable[]> {
    return this.#explained(async () => {
      const { since } = this.#states.of(entity) ?? {}
      if (since === undefined) return this.#drain(entity)
      await this.#inTransaction(this.position, () => this.#states.set(entity, { kind: 'copying', since }))
      return []
    })
  }

  apply(tables: readonly RecordedTable[]): Promise<readonly AppliedTable[]> {
    return this.#explained(async () => {
      await this.#begin()
      const applied: AppliedTable[] = []
      for (const recorded of tables) {
        const { name } = recorded.table
        const state = this.#states.of(name)
        const isFull = this.#opened.session.isFull?.(name) === true
        if (state?.kind === 'following' && !isFull) applied.push(await this.#applyTo(recorded))
        else await this.#states.keep(recorded)
        // It follows the others at once, in a transaction of its own.
        if (state?.kind === 'following' && isFull) await this.#states.set(name, { ...state, kind: 'draining' })
      }
      return applied
    })
  }

  commit(to: LogPosition): Promise<void> {
    return this.#inTransaction(to, () => this.#states.forgetCopies(to))
  }

  async rollBack(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    // A session that cannot do even that has ended, and its transaction with it.
    await this.#opened.session.rollBack().catch(() => this.abandon())
    await this.#states.read().catch(() => this.abandon())
  }

  abandon(): Promise<void> {
    this.#request.steps?.end()
    return this.#opened.session.abandon()
  }

  /** An older copy could look newer: on another server the numbers of transactions are others, and the bound of an ordinary run is no moment. */
  async #await(entity: string, since: Moment): Promise<void> {
    await this.#opened.session.forgetCopy(this.#states.targetOf(entity))
    await this.#states.await(entity, since)
  }

  async #drain(entity: string): Promise<readonly AppliedTable[]> {
    const [{ applied, failure } = { applied: [] }] = await this.#drainAll([entity])
    if (failure) throw failure
    return applied
  }

  #drainAll(entities: readonly string[]): Promise<readonly FollowedCopy[]> {
    return drainTables(entities, {
      states: this.#states,
      begin: () => this.#begin(),
      commit: () => this.#commit(this.position),
      rollBack: () => this.rollBack(),
      apply: (recorded) => this.#applyTo(recorded),
      overtaken: async (copies) => (await this.#opened.session.overtaken?.(copies)) ?? [],
    })
  }

  #inTransaction(to: LogPosition | undefined, work: () => Promise<void>): Promise<void> {
    return this.#explained(async () => {
      try {
        await this.#begin(true)
        await work()
        await this.#commit(to)
      } catch (error) {
        await this.rollBack()
        throw error
      }
    })
  }

  async #begin(isPatient = false): Promise<void> {
    if (!this.#isOpen) await this.#opened.session.begin(isPatient)
    this.#isOpen = true
  }

  async #commit(to: LogPosition | undefined): Promise<void> {
    await this.#opened.session.commit(to)
    this.#isOpen = false
    this.position = to
  }

  #applyTo(recorded: RecordedTable): Promise<AppliedTable> {
    const { name } = recorded.table
    const moment = this.#states.of(name)?.moment
    const isWanted = (transaction: string) => moment === undefined || !this.#request.moments.sees(moment, transaction)
    const target = this.#states.targetOf(name)
    const { steps } = this.#request
    return this.#opened.session.apply(recorded, { target, isWanted, before: this.beforeTable, steps })
  }
}
