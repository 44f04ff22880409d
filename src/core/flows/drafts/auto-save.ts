import type { Clock } from '../../auth/clock.ts'
import type { Failure } from '../../failure.ts'
import { type Observable, Store } from '../../observable.ts'
import type { Result } from '../../result.ts'
import type { Flow, FlowChange } from '../flow.ts'
import type { EditBase } from '../flow-repository.ts'
import { editionOf } from './edition-of.ts'
import { type SaveFailure, saveFailureOf } from './save-failure.ts'

/** `waiting` for a pause of the user; `conflict` when the flow was changed elsewhere meanwhile. */
export type SaveState =
  | { readonly status: 'saved' | 'waiting' | 'saving' | 'conflict' }
  | { readonly status: 'failed'; readonly reason: Exclude<SaveFailure, 'conflict'>; readonly failure: Failure }

const PAUSE_MS = 500

interface AutoSaveDeps {
  readonly clock: Clock
  readonly save: (base: EditBase, change: FlowChange) => Promise<Result<Flow>>
  /** Called after each answer; `isAll` if nothing was changed since. */
  readonly onSaved: (flow: Flow, isAll: boolean) => void
}

/**
 * Saves changes, one request at a time, shortly after the last change. Nothing is lost: unsaved
 * changes are kept and sent with the next attempt.
 */
export class AutoSave implements Observable<SaveState> {
  readonly #store: Store<SaveState>
  readonly #deps: AutoSaveDeps
  #base: EditBase
  #pending: FlowChange | undefined
  /** The current pause: only the latest one leads to a save. */
  #pause: Promise<void> | undefined
  #saving: Promise<boolean> | undefined

  constructor(base: EditBase, deps: AutoSaveDeps, status: 'saved' | 'conflict' = 'saved') {
    this.#base = base
    this.#deps = deps
    this.#store = new Store<SaveState>({ status })
  }

  readonly get = (): SaveState => this.#store.get()

  /** The edition on the server, as far as it has answered; set before listeners are notified that everything is saved. */
  get savedEdition(): number {
    return editionOf(this.#base)
  }

  readonly subscribe = (listener: () => void) => this.#store.subscribe(listener)

  readonly change = (change: FlowChange): void => {
    this.#pending = { ...this.#pending, ...change }
    if (this.get().status === 'conflict') return
    if (this.#saving === undefined) this.#store.set({ status: 'waiting' })
    const pause = this.#deps.clock.sleep(PAUSE_MS)
    this.#pause = pause
    void pause.then(() => this.#pause === pause && this.flush())
  }

  /** Saves all unsaved changes at once, including new ones. Resolves with whether everything is saved. */
  readonly flush = (): Promise<boolean> => {
    this.#pause = undefined
    if (this.#saving === undefined) {
      this.#saving = this.#drain().finally(() => {
        this.#saving = undefined
      })
    }
    return this.#saving
  }

  /** After a conflict: saves the change over the other version, as a person has decided. */
  readonly overwrite = (newer: EditBase, change: FlowChange): Promise<boolean> => {
    this.#base = { ...newer, isMerged: true }
    this.#pending = change
    this.#store.set({ status: 'waiting' })
    return this.flush()
  }

  /** Continues from a version that was saved elsewhere; unsaved changes are dropped. */
  readonly adopt = (newer: EditBase, status: 'saved' | 'conflict' = 'saved'): void => {
    this.#pause = undefined
    this.#base = newer
    this.#pending = undefined
    this.#store.set({ status })
  }

  async #drain(): Promise<boolean> {
    while (this.#pending !== undefined) {
      // Until a version is chosen, every attempt would have the same conflict.
      if (this.get().status === 'conflict') return false
      if (!(await this.#save(this.#pending))) return false
    }
    return this.get().status === 'saved'
  }

  async #save(change: FlowChange): Promise<boolean> {
    this.#pending = undefined
    this.#store.set({ status: 'saving' })
    const saved = await this.#deps.save(this.#base, change)
    if (saved.ok) {
      this.#base = saved.value
      this.#store.set({ status: this.#pending ? 'waiting' : 'saved' })
      this.#deps.onSaved(saved.value, this.#pending === undefined)
      return true
    }
    this.#pending = { ...change, ...(this.#pending as FlowChange | undefined) }
    const { failure } = saved
    const reason = saveFailureOf(failure)
    this.#store.set(reason === 'conflict' ? { status: 'conflict' } : { status: 'failed', reason, failure })
    return false
  }
}
