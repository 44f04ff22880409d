import type { Flow, FlowChange } from '../../../core/flows/flow.ts'
import { type Observable, Store } from '../../../core/observable.ts'
import type { Result } from '../../../core/result.ts'

/** `waiting` for the person to pause; `conflict` when the flow was changed elsewhere meanwhile. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict'

const PAUSE_MS = 500
const CONFLICT_STATUSES = [409, 412]

type Base = Pick<Flow, 'id' | 'version'>

interface AutoSaveDeps {
  readonly save: (base: Base, change: FlowChange) => Promise<Result<Flow>>
  readonly onSaved: (flow: Flow) => void
}

/**
 * Saves what was changed, one request at a time, shortly after the last change. Nothing is dropped: what could not be
 * saved is kept and goes with the next attempt.
 */
export class AutoSave implements Observable<SaveState> {
  readonly #store = new Store<SaveState>('saved')
  readonly #deps: AutoSaveDeps
  #base: Base
  #pending: FlowChange | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<boolean> | undefined

  constructor(base: Base, deps: AutoSaveDeps) {
    this.#base = base
    this.#deps = deps
  }

  readonly get = (): SaveState => this.#store.get()
  readonly subscribe = (listener: () => void) => this.#store.subscribe(listener)

  readonly change = (change: FlowChange): void => {
    this.#pending = { ...this.#pending, ...change }
    if (this.get() === 'conflict') return
    if (this.#saving === undefined) this.#store.set('waiting')
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), PAUSE_MS)
  }

  /** Saves at once what is not saved yet, also what is changed meanwhile. Resolves with whether everything is saved. */
  readonly flush = (): Promise<boolean> => {
    clearTimeout(this.#timer)
    if (this.#saving === undefined) {
      this.#saving = this.#drain().finally(() => {
        this.#saving = undefined
      })
    }
    return this.#saving
  }

  /** After a conflict: puts the change over what the other one saved. */
  readonly overwrite = (newer: Base, change: FlowChange): Promise<boolean> => {
    this.#base = newer
    this.#pending = change
    return this.flush()
  }

  async #drain(): Promise<boolean> {
    while (this.#pending !== undefined) {
      if (!(await this.#save(this.#pending))) return false
    }
    return true
  }

  async #save(change: FlowChange): Promise<boolean> {
    this.#pending = undefined
    this.#store.set('saving')
    const saved = await this.#deps.save(this.#base, change)
    if (saved.ok) {
      this.#base = saved.value
      this.#store.set(this.#pending ? 'waiting' : 'saved')
      this.#deps.onSaved(saved.value)
      return true
    }
    this.#pending = { ...change, ...(this.#pending as FlowChange | undefined) }
    const { failure } = saved
    const isConflict = failure.kind === 'http' && CONFLICT_STATUSES.includes(failure.status)
    this.#store.set(isConflict ? 'conflict' : 'failed')
    return false
  }
}
