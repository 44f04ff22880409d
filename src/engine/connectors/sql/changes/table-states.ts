import { defined } from '../../../../core/catalog/defined.ts'
import type { ChangeLoadRequest, PausedTable, RecordedTable } from '../../../ports/change-batch.ts'
import type { LogPosition, Moment } from '../../../ports/change-source.ts'
import { keepsNothing, type StateStore, type TableState } from './table-state.ts'

/** More for one table is not worth keeping: a copy reads less. */
const WAITING_BYTES = 4 * 2 ** 30

type StatesRequest = Pick<ChangeLoadRequest, 'targets' | 'moments' | 'waitingBytes' | 'steps'>

/** The states of the tables of a mirror, and what waits for each; every change is part of a transaction. */
export class TableStates {
  readonly #store: StateStore
  readonly #request: StatesRequest
  #states = new Map<string, TableState>()
  #waiting = new Map<string, number>()

  constructor(store: StateStore, request: StatesRequest) {
    this.#store = store
    this.#request = request
  }

  /** After a transaction that was rolled back, too. */
  async read(): Promise<void> {
    this.#states = await this.#store.readStates()
    this.#waiting = await this.#store.readWaiting()
  }

  of(entity: string): TableState | undefined {
    return this.#states.get(entity)
  }

  get waiting(): ReadonlySet<string> {
    return this.#namesOf(({ kind, since }) => kind === 'copying' && since !== undefined)
  }

  get outgrown(): ReadonlySet<string> {
    return this.#namesOf(({ kind, since }) => kind === 'copying' && since === undefined)
  }

  get draining(): ReadonlySet<string> {
    return this.#namesOf(({ kind }) => kind === 'draining')
  }

  /** The copies of others may be ahead of the place in the log. A quiet source may have nothing behind a copy: no commit forgets it then. */
  settledAt(position: LogPosition | undefined): ReadonlySet<string> {
    const isPassed = (until: LogPosition) => position !== undefined && this.#request.moments.isReached(until, position)
    return this.#namesOf(({ kind, until }) => kind === 'following' && (until === undefined || isPassed(until)))
  }

  get paused(): ReadonlyMap<string, PausedTable> {
    const paused = [...this.#states].filter(([, { kind }]) => kind === 'paused')
    return new Map(paused.map(([entity, { problem, needsCopy }]) => [entity, defined({ problem, needsCopy })]))
  }

  targetOf(entity: string): string {
    return this.#request.targets.get(entity) ?? entity
  }

  /** Whether the table is known, with the steps that it has now. */
  isAsMade(entity: string): boolean {
    const state = this.of(entity)
    return state !== undefined && state.made === this.#request.steps?.versionOf(entity)
  }

  /** The table waits for a copy, with the steps that it has now. */
  async await(entity: string, since: Moment): Promise<void> {
    await this.dropWaiting(entity)
    const made = this.#request.steps?.versionOf(entity)
    await this.#write(entity, defined({ kind: 'copying' as const, since, made, shape: this.of(entity)?.shape }))
  }

  /** The shape stays, unless it is given, and so do the steps. */
  async set(entity: string, given: TableState): Promise<void> {
    const { shape, made } = this.of(entity) ?? {}
    await this.#write(entity, defined({ ...given, shape: given.shape ?? shape, made }))
  }

  async #write(entity: string, state: TableState): Promise<void> {
    await this.#store.writeState(entity, state)
    this.#states.set(entity, state)
  }

  async pause(entity: string, { problem, needsCopy }: PausedTable): Promise<void> {
    const { since, moment, until } = this.of(entity) ?? {}
    if (needsCopy) {
      await this.dropWaiting(entity)
      await this.set(entity, defined({ kind: 'paused', problem, needsCopy }))
    } else await this.set(entity, defined({ kind: 'paused', since, moment, until, problem }))
  }

  /** Everything is newer than the copies that end before this place in the log. */
  async forgetCopies(to: LogPosition): Promise<void> {
    for (const [entity, { kind, until }] of this.#states)
      if (kind === 'following' && until !== undefined && this.#request.moments.isReached(until, to))
        await this.set(entity, { kind })
  }

  async forgetBut(entities: readonly string[]): Promise<void> {
    const gone = [...this.#states.keys()].filter((entity) => !entities.includes(entity))
    await this.#store.forgetStates(entities)
    await this.#store.forgetWaiting(entities.length === 0 ? undefined : gone)
    for (const entity of gone) {
      this.#states.delete(entity)
      this.#waiting.delete(entity)
    }
  }

  /** Keeps the changes of a table that does not follow, unless they are useless or too many. */
  async keep(recorded: RecordedTable): Promise<void> {
    const { name } = recorded.table
    const state = this.#states.get(name)
    if (!state || keepsNothing(state)) return
    const bytes = (this.#waiting.get(name) ?? 0) + recorded.bytes.length
    if (bytes > (this.#request.waitingBytes ?? WAITING_BYTES)) {
      await this.dropWaiting(name)
      await this.set(name, state.kind === 'paused' ? outgrown(state) : { kind: 'copying' })
      return
    }
    await this.#store.addWaiting(recorded)
    this.#waiting.set(name, bytes)
  }

  async takeWaiting(entity: string): Promise<readonly RecordedTable[]> {
    const taken = await this.#store.takeWaiting(entity)
    if (taken.length === 0) this.#waiting.delete(entity)
    return taken
  }

  async dropWaiting(entity: string): Promise<void> {
    await this.#store.forgetWaiting([entity])
    this.#waiting.delete(entity)
  }

  #namesOf(isOne: (state: TableState) => boolean): ReadonlySet<string> {
    return new Set([...this.#states].filter(([, state]) => isOne(state)).map(([entity]) => entity))
  }
}

/** A person has paused it, or its problem is still there. */
const outgrown = ({ kind, problem }: TableState): TableState => defined({ kind, problem, needsCopy: true as const })
