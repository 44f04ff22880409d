/** The time in which further typing counts as the same change. */
const MERGE_MS = 1_000
const KEPT = 100

/** The states before each change, for undo, and the undone states, for redo. */
export class EditHistory<T> {
  readonly #now: () => number
  #past: readonly T[]
  #future: readonly T[]
  #last: { readonly kind: string; readonly at: number } | undefined

  /** @param kept the states of an earlier history, oldest first */
  constructor(
    now: () => number,
    kept: { readonly past: readonly T[]; readonly future: readonly T[] } = { past: [], future: [] },
  ) {
    this.#now = now
    this.#past = kept.past
    this.#future = kept.future
  }

  get past(): readonly T[] {
    return this.#past
  }

  get future(): readonly T[] {
    return this.#future
  }

  get canUndo(): boolean {
    return this.#past.length > 0
  }

  get canRedo(): boolean {
    return this.#future.length > 0
  }

  /** Changes of one kind in quick succession (letters of a word) become one undo step. */
  record(before: T, kind?: string): void {
    const at = this.#now()
    const isSame = kind !== undefined && this.#last?.kind === kind && at - this.#last.at < MERGE_MS
    this.#last = kind === undefined ? undefined : { kind, at }
    this.#future = []
    if (!isSame) this.#past = [...this.#past, before].slice(-KEPT)
  }

  /** The previous value; nothing at the beginning. */
  undo(current: T): T | undefined {
    const before = this.#past.at(-1)
    if (before === undefined) return undefined
    this.#past = this.#past.slice(0, -1)
    this.#future = [...this.#future, current]
    this.#last = undefined
    return before
  }

  redo(current: T): T | undefined {
    const after = this.#future.at(-1)
    if (after === undefined) return undefined
    this.#future = this.#future.slice(0, -1)
    this.#past = [...this.#past, current]
    this.#last = undefined
    return after
  }

  clear(): void {
    this.#past = []
    this.#future = []
    this.#last = undefined
  }
}
