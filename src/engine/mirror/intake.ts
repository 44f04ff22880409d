import type { BatchPace } from '../ports/change-batch.ts'
import type { ChangeSink, ChangeSource, LogPosition } from '../ports/change-source.ts'
import { ChangeBatch } from './change-batch.ts'
import type { LogCut } from './log-cut.ts'

/** When a batch ends: at the next commit after one of these, or at once when the source is quiet. */
const MAX_MS = 1_000
const DEFAULT_PACE: BatchPace = { everyMs: 0, changes: 10_000, bytes: 4 << 20, tables: Number.POSITIVE_INFINITY }

/** Nothing has come for this time: the source is quiet. In milliseconds. */
const QUIET_MS = 5

/** How often a position without changes is stored by default, so that the source need not keep its log. */
const STORE_QUIET_MS = 10_000

/** Of a destination with a pace: so many of its batches pass meanwhile. */
const STORE_QUIET_BATCHES = 5

/** So many transactions may be in the log before a snapshot sees them. */
const RECENT = 4_096

/** Collects changes while the last batch is applied, and stops the source when they are too many. */
export class Intake {
  readonly #source: Pick<ChangeSource, 'pause' | 'resume'>
  readonly #storeQuietMs: number
  readonly #pace: BatchPace
  #batch = new ChangeBatch()
  /** Large enough, or at a cut, and ended by a commit; what comes after them is the next batch. */
  readonly #sealed: ChangeBatch[] = []
  #changed = Promise.withResolvers<void>()
  #transaction = ''
  /** In the time of `performance`, as are the others. */
  #heardAt = 0
  #storedAt = performance.now()
  /** When the last batch with changes was taken. */
  #takenAt = Number.NEGATIVE_INFINITY
  #isPaused = false
  #isOver = false
  #isInterrupted = false
  /** The last batch ended inside of a transaction. */
  #isContinued = false
  #failure: { readonly error: unknown } | undefined
  #cut: LogCut | undefined
  /** The last one that ends at the cut. */
  #atCut: ChangeBatch | undefined
  /** A transaction has begun and not ended. */
  #isOpen = false
  /** The last transactions that have come. */
  readonly #recent: string[] = []
  #arrived = 0
  #position: LogPosition | undefined

  /** @param from everything before this place came earlier; a quiet source may tell of no other */
  constructor(
    source: Pick<ChangeSource, 'pause' | 'resume'>,
    storeQuietMs?: number,
    pace = DEFAULT_PACE,
    from?: LogPosition,
  ) {
    this.#source = source
    this.#pace = pace
    this.#position = from
    this.#storeQuietMs = storeQuietMs ?? Math.max(STORE_QUIET_MS, pace.everyMs * STORE_QUIET_BATCHES)
  }

  readonly sink: ChangeSink = {
    begin: (transaction) => {
      this.#meet(transaction)
      this.#transaction = transaction
      this.#isOpen = true
      this.#batch.begin(transaction)
    },
    insert: (table, row) => {
      this.#batch.insert(table, row)
      this.#look()
    },
    update: (table, row, before) => {
      this.#batch.update(table, row, before)
      this.#look()
    },
    delete: (table, row) => {
      this.#batch.delete(table, row)
      this.#look()
    },
    refused: (entity, problem, needs) => this.#batch.refused(entity, problem, needs),
    truncate: (tables) => this.#batch.truncate(tables),
    altered: (table) => this.#batch.altered(table),
    commit: (position, committedAt) => {
      this.#keepWhole()
      this.#batch.commit(position, committedAt)
      this.#heardAt = performance.now()
      this.#isOpen = false
      this.#recent[this.#arrived++ % RECENT] = this.#transaction
      this.#pass(position)
      if (this.#sealed.length === 0 && this.#isLarge(this.#batch)) this.#seal()
      this.#change()
    },
    quiet: (position) => {
      if (!this.#batch.isInside) this.#batch.quiet(position)
      this.#pass(position)
      this.#change()
    },
  }

  /** @returns the next batch that should be applied; nothing when nothing comes any more. @throws the error of the source */
  async next(): Promise<ChangeBatch | undefined> {
    for (;;) {
      if (this.#failure) throw this.#failure.error
      if (this.#isOver) return undefined
      const isAtCut = this.#cut?.isTaken === true
      // Nothing that comes after a cut is handed on before it is known to be one.
      if (isAtCut && this.#cut?.isPassed) return new ChangeBatch()
      const sealed = isAtCut ? undefined : this.#sealed.shift()
      if (sealed) return this.#takeSealed(sealed)
      if (this.#isInterrupted) {
        this.#isInterrupted = false
        if (!this.#isContinued) return new ChangeBatch()
      }
      const wait = isAtCut ? Number.POSITIVE_INFINITY : this.#waitFor(this.#batch)
      if (wait <= 0) return this.#take()
      const timer = wait === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => this.#change(), wait)
      await this.#changed.promise
      clearTimeout(timer)
    }
  }

  /** Everything that has come was taken, and was complete. */
  get isEmpty(): boolean {
    return this.#batch.changes === 0 && this.#sealed.length === 0 && !this.#isContinued
  }

  /** The next batch comes at once, although it may be empty. */
  interrupt(): void {
    this.#isInterrupted = true
    this.#change()
  }

  /** Lets a batch end where a snapshot is that is taken now; nothing is read meanwhile. @throws the error of the snapshot */
  async cutAt(take: () => Promise<LogCut>): Promise<LogCut> {
    this.#source.pause()
    try {
      const cut = await take()
      this.#cut = cut
      const come = this.#isOpen ? [...this.#recent, this.#transaction] : this.#recent
      if (!come.every((transaction) => cut.request.sees(transaction))) this.dropCut(cut)
      else if (this.#position !== undefined && !this.#isOpen) this.#pass(this.#position)
      this.#change()
      return cut
    } finally {
      if (!this.#isPaused) this.#source.resume()
    }
  }

  /** The destination is at the cut, or it is no place in the log. */
  dropCut(cut: LogCut): void {
    if (this.#cut !== cut) return
    this.#cut = undefined
    cut.request.onMissed()
    this.#change()
  }

  /** @returns the cut, if everything before it was handed on, and nothing after it */
  takeCut(): LogCut | undefined {
    const cut = this.#cut
    if (!cut?.isTaken || !cut.isPassed) return undefined
    this.#cut = undefined
    return cut
  }

  readonly end = (): void => {
    this.#isOver = true
    this.#change()
  }

  readonly fail = (error: unknown): void => {
    this.#failure = { error }
    this.#change()
  }

  #take(): ChangeBatch {
    const batch = this.#batch
    this.#batch = new ChangeBatch()
    this.#batch.begin(this.#transaction)
    return this.#taken(batch)
  }

  #takeSealed(batch: ChangeBatch): ChangeBatch {
    if (this.#cut && batch === this.#atCut) this.#cut.isTaken = true
    return this.#taken(batch)
  }

  #seal(): void {
    this.#sealed.push(this.#batch)
    this.#batch = new ChangeBatch()
  }

  /** Of a transaction that would have too many tables together with those before it, all come in the next batch. */
  #keepWhole(): void {
    const { size, transactions } = this.#batch
    if (size <= this.#pace.tables || transactions === 0) return
    const last = this.#batch.takeLast()
    this.#seal()
    this.#batch = last
  }

  #endAtCut(cut: LogCut): void {
    cut.isEnded = true
    this.#atCut = this.#batch
    this.#seal()
  }

  /** A transaction begins. */
  #meet(transaction: string): void {
    const cut = this.#cut
    if (!cut || cut.isPassed) return
    const isSeen = cut.request.sees(transaction)
    if (isSeen && cut.isEnded) this.dropCut(cut)
    if (!isSeen && !cut.isEnded) this.#endAtCut(cut)
  }

  /** Everything before the position has come. */
  #pass(position: LogPosition): void {
    this.#position = position
    const cut = this.#cut
    if (!cut || cut.isPassed || !cut.request.isBefore(position)) return
    if (!cut.isEnded) this.#endAtCut(cut)
    cut.isPassed = true
  }

  #taken(batch: ChangeBatch): ChangeBatch {
    this.#storedAt = performance.now()
    if (batch.changes > 0) this.#takenAt = this.#storedAt
    this.#isContinued = batch.isInside
    if (this.#isPaused) {
      this.#isPaused = false
      this.#source.resume()
    }
    return batch
  }

  /** @returns the milliseconds until the batch should end; 0 if now */
  #waitFor({ bytes, changes, isInside, begunAt = 0, position, refusals }: ChangeBatch): number {
    const now = performance.now()
    // More is not kept in memory: a batch that ends inside of a transaction is continued by the next one before both are visible.
    if (bytes >= this.#pace.bytes) return 0
    if (isInside || position === undefined) return Number.POSITIVE_INFINITY
    // The end of a transaction whose rows are already in the destination, where nobody sees them yet.
    if (this.#isContinued) return 0
    // A person wants to know of it.
    if (refusals.size > 0) return 0
    if (changes === 0) return this.#storedAt + this.#storeQuietMs - now
    return Math.max(Math.min(begunAt + MAX_MS, this.#heardAt + QUIET_MS), this.#takenAt + this.#pace.everyMs) - now
  }

  #look(): void {
    if (this.#batch.bytes < this.#pace.bytes) return
    if (!this.#isPaused) {
      this.#isPaused = true
      this.#source.pause()
    }
    this.#change()
  }

  #change(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }

  #isLarge({ changes, bytes, size }: ChangeBatch): boolean {
    return changes >= this.#pace.changes || bytes >= this.#pace.bytes || size >= this.#pace.tables
  }
}
