import { defined } from '../../../../core/catalog/defined.ts'
import type { Committed, Load, Placed } from '../../../ports/destination.ts'
import type { KeyDigest, RowsFound } from '../../../ports/key-digest.ts'
import type { RejectedRow } from '../../../ports/rejected-row.ts'
import type { FindRows } from '../../../ports/staged-query.ts'
import type { VanishedSearch } from '../../../ports/vanished-rows.ts'
import type { CopyIn, PostgresSession } from '../driver/postgres-session.ts'
import { digestStatement, rowsFound } from '../rows/key-digest.ts'
import { nameTargetInError } from '../session/name-target-in-error.ts'
import { postgresError } from '../session/postgres-problem.ts'

export interface PostgresLoadOptions {
  /** In one transaction, so that either everything happens or nothing. */
  readonly session: PostgresSession
  readonly copy: CopyIn
  readonly secret: string
  /** The name of the table that readers know. */
  readonly target: string
  /** The staging table; absent if rows go directly into the target. */
  readonly staging?: string
  readonly search?: VanishedSearch
  /** Ends the transaction. */
  readonly commit: (committed: Committed) => Promise<Placed>
  /** See `Load`. */
  readonly removeViolations?: (reject: (row: RejectedRow) => void) => Promise<number>
  /** See `Load`. */
  readonly find?: FindRows
}

/** Loads rows into a table. */
export class PostgresLoad implements Load {
  readonly #options: PostgresLoadOptions
  readonly #failure = new AbortController()
  readonly digest?: (digest: KeyDigest | undefined) => Promise<RowsFound>
  readonly removeViolations?: (reject: (row: RejectedRow) => void) => Promise<number>
  readonly vanished?: VanishedSearch
  readonly find?: FindRows
  #rows = 0
  #isOver = false
  #placed: Placed = {}

  constructor(options: PostgresLoadOptions) {
    this.#options = options
    const { session, staging, removeViolations, search, find } = options
    if (find) this.find = (query, most) => this.#explained(find(query, most))
    if (search) this.vanished = search
    if (staging !== undefined) {
      this.digest = (digest) =>
        this.#explained(session.query(digestStatement(staging, digest)).then(([row]) => rowsFound(row ?? {})))
    }
    if (removeViolations) {
      this.removeViolations = async (reject) => {
        const removed = await this.#explained(removeViolations(reject))
        this.#rows -= removed
        return removed
      }
    }
    options.copy.done.catch((error: unknown) => this.#failure.abort(this.#explain(error)))
  }

  get failure(): AbortSignal {
    return this.#failure.signal
  }

  write(frames: Buffer): boolean {
    return this.#options.copy.write(frames)
  }

  drained(): Promise<void> {
    return this.#options.copy.drained()
  }

  async finish(): Promise<number> {
    const { copy } = this.#options
    copy.end()
    this.#rows = await this.#explained(copy.done)
    return this.#rows
  }

  async commit(highWaterMark?: string): Promise<void> {
    this.#placed = await this.#explained(this.#options.commit(defined({ rows: this.#rows, highWaterMark })))
    this.#isOver = true
  }

  placed(): Placed {
    return this.#placed
  }

  async abandon(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    await this.#options.session.abandon()
  }

  async #explained<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw this.#explain(error)
    }
  }

  #explain(error: unknown) {
    const { target, secret } = this.#options
    return postgresError(nameTargetInError(error, target), 'destination', secret)
  }
}
