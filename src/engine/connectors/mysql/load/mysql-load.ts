import { sentence } from '../../../../core/catalog/sentence.ts'
import { releaseMemory } from '../../../formats/release-memory.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { Load, Placed } from '../../../ports/destination.ts'
import type { KeyDigest, RowsFound } from '../../../ports/key-digest.ts'
import type { FindRows } from '../../../ports/staged-query.ts'
import type { VanishedSearch } from '../../../ports/vanished-rows.ts'
import { askAfterCommit } from '../../shared/ask-after-commit.ts'
import { tryAgain } from '../../shared/try-again.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { recordCreated } from '../fence/created-tables.ts'
import { dropAttemptTables, reconnectAndDropTables } from '../fence/drop-attempt-tables.ts'
import type { CommitRecord, FenceKey } from '../fence/fence.ts'
import { ownTable, refuseStale, takeLock } from '../fence/fence.ts'
import { sumRows } from '../rows/key-digest.ts'
import type { LoadText } from '../rows/load-text.ts'
import { entityName, sqlName } from '../schema/table-name.ts'
import { mysqlError, mysqlProblem } from '../session/mysql-problem.ts'
import type { LockObserver, LockProgress } from '../session/wait-for-locks.ts'
import { waitForLocks } from '../session/wait-for-locks.ts'
import { equalKeys } from '../write/equal-keys.ts'
import type { WriteStrategy } from '../write/write-strategy.ts'
import { RefusedRow, type RowIntake } from './row-intake.ts'

/** Each wait for the lock on the target takes one second (see `LOCK_WAITS`), so that readers never queue up behind us for long; about ten seconds in total. */
const LOCK_PAUSES_MS = [200, 400, 600, 800, 1_000, 1_200]

/** A required column got no value: ER_BAD_NULL_ERROR, ER_WARN_NULL_TO_NOTNULL. */
const NOT_NULL: readonly unknown[] = [1048, 1263]

/** Errors that may disappear after a retry: a lock that was not free, a deadlock. */
const BUSY = new Set(['TABLE_BUSY', 'CONFLICT'])

export interface MysqlLoadOptions {
  readonly session: MysqlSession
  readonly intake: RowIntake
  readonly text: LoadText
  readonly strategy: WriteStrategy
  readonly fence: FenceKey
  /** Whether every new row is staged as a separate row. */
  readonly keepsAll: boolean
  /** The columns by which a new row replaces a staged row. Absent: every row is separate. */
  readonly replaced?: readonly string[]
  readonly search?: VanishedSearch
  /** See `Load`. */
  readonly removeViolations?: NonNullable<Load['removeViolations']>
  /** See `Load`. */
  readonly find?: FindRows
  readonly watching: LockObserver
  readonly secret: string
  /** A new session, to find out after a lost answer whether a commit succeeded, and for clean-up. */
  readonly reconnect: () => Promise<MysqlSession>
  /** Of the run. */
  readonly signal: AbortSignal
  /** Returns the session after the rows are in place. */
  readonly release?: () => Promise<void>
}

/** Loads one stream into a table: first into the staging table, then into place. */
export class MysqlLoad implements Load {
  readonly #options: MysqlLoadOptions
  readonly #failure = new AbortController()
  readonly digest?: (digest: KeyDigest | undefined) => Promise<RowsFound>
  readonly vanished?: VanishedSearch
  readonly removeViolations?: NonNullable<Load['removeViolations']>
  readonly find?: FindRows
  #rows = 0
  #isOver = false
  #placed: Placed = {}
  #superseded = 0

  constructor(options: MysqlLoadOptions) {
    this.#options = options
    const { session, fence, keepsAll, search, removeViolations, find } = options
    if (find) this.find = (query, most) => this.#explained(find(query, most))
    if (search) this.vanished = search
    if (removeViolations) {
      this.removeViolations = async (reject) => {
        const removed = await this.#explained(removeViolations(reject))
        this.#rows -= removed
        return removed
      }
    }
    if (keepsAll) {
      const staging = ownTable(fence, 'staging')
      const { replaced: key } = options
      this.digest = async (digest) => {
        const found = await this.#explained(sumRows((statement) => session.query(statement), sqlName(staging), digest))
        if (key && found.rows < this.#rows)
          throw await this.#explained(equalKeys(session, { target: fence.target, staging, key }))
        return found
      }
    }
    options.intake.failure.catch((error: unknown) => this.#failure.abort(this.#explain(error)))
  }

  get failure(): AbortSignal {
    return this.#failure.signal
  }

  write(frames: Buffer): boolean {
    const texts = this.#options.text.push(frames)
    releaseMemory(frames)
    return this.#take(texts)
  }

  drained(): Promise<void> {
    return this.#options.intake.drained()
  }

  async finish(): Promise<number> {
    const { intake, text } = this.#options
    this.#take(text.take())
    this.#rows = await this.#explained(intake.finish())
    // Of several rows with one key only the last one is staged.
    if (this.#options.replaced) {
      const [row] = await this.#explained(
        this.#options.session.query(
          `SELECT COUNT(*) AS waiting FROM ${sqlName(ownTable(this.#options.fence, 'staging'))}`,
        ),
      )
      this.#superseded = this.#rows - Number(row?.['waiting'])
    }
    return this.#rows
  }

  async commit(highWaterMark?: string): Promise<void> {
    const { session, fence, watching, release } = this.#options
    const wait = { ...watching, targets: [fence.target] }
    const note = { rows: this.#rows - this.#superseded, highWaterMark }
    const placed = await this.#explained(waitForLocks(session, wait, (news) => this.#publish(note, news)))
    this.#placed = { ...placed, superseded: this.#superseded }
    this.#isOver = true
    // The rows are in place, whatever happens to the session.
    if (session.isOpen) await release?.().catch(() => session.abandon())
  }

  placed(): Placed {
    return this.#placed
  }

  async abandon(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    await Promise.all([this.#options.session.abandon(), this.#options.intake.abandon?.()])
    // The server does not roll this back: CREATE TABLE is not part of a transaction.
    await this.#dropTables()
  }

  #publish(note: CommitRecord, news: LockProgress): Promise<Placed> {
    const isWorthIt = (error: unknown) => {
      const { code } = mysqlProblem(error)
      if (code === 'TABLE_BUSY') news.refused()
      return BUSY.has(code)
    }
    return tryAgain(() => this.#publishOnce(note), { pauses: LOCK_PAUSES_MS, isWorthIt, signal: this.#options.signal })
  }

  async #publishOnce(note: CommitRecord): Promise<Placed> {
    const { session, strategy, fence } = this.#options
    try {
      if (fence.copiesStructure && strategy.effect === 'created') await recordCreated(session, fence)
      const placed = (await strategy.publish(session, fence, note)) ?? {}
      // The rows are in place; a session that was lost right after that has left the replaced table behind.
      if (!session.isOpen) await this.#dropTables()
      return placed
    } catch (error) {
      if (mysqlProblem(error).code === 'CONNECTION_LOST' && (await this.#hasPublished(error))) return {}
      throw error
    }
  }

  #dropTables(): Promise<void> {
    return reconnectAndDropTables(this.#options.reconnect, this.#options.fence)
  }

  #take(texts: readonly Buffer[]): boolean {
    let isFree = true
    for (const text of texts) isFree = this.#options.intake.write(text)
    return isFree
  }

  /** Only after the lost session has certainly ended. */
  #hasPublished(lost: unknown): Promise<boolean> {
    const { strategy, fence, reconnect, signal } = this.#options
    const ask = async (session: MysqlSession) => {
      await refuseStale(session, fence)
      await takeLock(session, fence)
      const hasPublished = await strategy.hasPublished(session, fence)
      if (hasPublished) await dropAttemptTables(session, fence)
      return hasPublished
    }
    return askAfterCommit(lost, { reconnect, ask, problemOf: mysqlProblem, signal })
  }

  async #explained<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw this.#explain(error)
    }
  }

  #explain(error: unknown): Error {
    const { replaced = [], fence, secret } = this.#options
    const said = error instanceof RefusedRow ? error.cause : error
    const { errno } = said as { errno?: unknown }
    const column = said instanceof Error && NOT_NULL.includes(errno) ? /'([^']+)'/.exec(said.message)?.[1] : undefined
    if (column === undefined || !replaced.includes(column)) return mysqlError(error, 'destination', secret)
    return new ConnectorError(
      {
        code: 'KEY_IS_NULL',
        message: sentence`Rows of ${entityName(fence.target)} have no value in their key (${replaced.join(', ')}).`,
        hint: sentence`Nothing was changed. Choose a key that every row has.`,
        retryable: false,
        side: 'destination',
      },
      { cause: error },
    )
  }
}
