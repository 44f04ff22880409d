import { defined } from '../../../../core/catalog/defined.ts'
import type { Sentence } from '../../../../core/catalog/sentence.ts'
import type { KeyDigest, RowsFound } from '../../../ports/key-digest.ts'
import type { PublishResult } from '../../../ports/load.ts'
import type { FinishedRange, RangedLoad, TableRange, TakenRange } from '../../../ports/ranges.ts'
import type { FindRows } from '../../../ports/staged-query.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { findStaged, tryQueries } from '../../shared/staged-rows-query.ts'
import { type Explained, explaining } from '../../sql/explaining.ts'
import { incomplete } from '../../sql/incomplete-ranges.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { attemptLockOfSession, blockOtherAttempts, endAttempts } from '../fence/attempt-lock.ts'
import {
  createLedger,
  dropRanges,
  dropRangesOfLoad,
  finishedRanges,
  holdRanges,
  listRanges,
  sumOfRanges,
} from '../fence/range-ledger.ts'
import { requireHold, tryHold } from '../fence/target-lock.ts'
import { digestStatement, rowsFound } from '../rows/key-digest.ts'
import { targetError } from '../session/target-error.ts'
import { type PlannedTable, refuseChanged, stageAsPlanned } from '../write/table-definition.ts'
import type { PersistentStrategy, WriteStrategy } from '../write/write-strategy.ts'
import { copyFrozen } from './copy-frozen.ts'
import { loadIdOf } from './joined-ranges.ts'
import { isSeenByAll } from './older-views.ts'
import { publishRows } from './publish-rows.ts'
import { RangeSessions, type RangeSessionsOptions } from './range-sessions.ts'
import { askOnly, stagedTable } from './staged-table.ts'

/** Waiting for other snapshots may take a quarter of the time of the rows; copying the rows once more would take about all of it. */
const PATIENCE = 1 / 4
const LEAST_PATIENCE_MS = 2_000

/** The version of the ledger; data of another version is ignored. */
const LEDGER_VERSION = 3

export interface RangedLoadOptions extends Omit<RangeSessionsOptions, 'assistant'> {
  /** How the rows would be loaded in one transaction. */
  readonly strategy: WriteStrategy
  /** The same with the staging table for ranges. */
  readonly persistent: PersistentStrategy
  /** Whether nobody else may write the target meanwhile. */
  readonly isAlone: boolean
  readonly planned: PlannedTable | undefined
  /** For work that is necessary even after the run was stopped. */
  readonly reconnect: () => Promise<PostgresSession>
  /** Of the run. */
  readonly signal: AbortSignal
  /** Reports to the user who waits. */
  readonly log: (message: Sentence) => void
  /** See `TargetRequest`. */
  readonly finds?: readonly string[] | undefined
  readonly awaits?: TargetRequest['awaits'] | undefined
}

/** Finds the tables of earlier attempts, or creates a staging table. @throws ConnectorError */
export async function openRangedLoad(options: RangedLoadOptions): Promise<RangedLoad> {
  const { persistent, fence, columns, isAlone } = options
  const session = await options.openSession()
  try {
    const hold = { isAlone, until: 'session' } as const
    const [held] = await session.query(`${attemptLockOfSession(fence)}; ${tryHold(fence, hold)}`)
    await requireHold(session, fence, hold, held?.['held'] === 't')
    const plan = JSON.stringify([LEDGER_VERSION, options.plan, columns, await persistent.planKey(session)])
    await refuseChanged(session, options.planned)
    const finished = await finishedRanges(session, fence, plan)
    const load = new PostgresRangedLoad({ ...options, plan }, session, finished)
    if (finished.length === 0) await load.startOver()
    return load
  } catch (error) {
    await session.abandon()
    throw error
  }
}

class PostgresRangedLoad implements RangedLoad {
  readonly #options: RangedLoadOptions
  /** Creates the staging table and puts it in place; other sessions write the rows. */
  readonly #session: PostgresSession
  readonly #sessions: RangeSessions
  readonly #began = performance.now()
  readonly #explained: Explained
  #finished: readonly FinishedRange[]

  constructor(options: RangedLoadOptions, session: PostgresSession, finished: readonly FinishedRange[]) {
    this.#options = options
    this.#session = session
    this.#sessions = new RangeSessions(options)
    this.#finished = finished
    this.#explained = explaining(targetError(options.fence.target.name, options.secret))
  }

  get loadId(): string {
    return loadIdOf(this.#options)
  }

  get finished(): readonly FinishedRange[] {
    return this.#finished
  }

  startOver(): Promise<void> {
    const { fence, persistent, planned, columns, finds = [] } = this.#options
    const session = this.#session
    return this.#explained(async () => {
      await session.query('BEGIN')
      await blockOtherAttempts(session, fence)
      await session.query(dropRanges(fence))
      await stageAsPlanned(session, planned, () => persistent.stage(session))
      await tryQueries(askOnly(session), stagedTable(persistent.staging, columns), finds)
      await createLedger(session, fence, { isLogged: persistent.isTarget })
      await session.query('COMMIT')
      this.#finished = []
    })
  }

  list(ranges: readonly TableRange[]): Promise<void> {
    const { fence, plan } = this.#options
    const session = this.#session
    return this.#explained(async () => {
      await session.query('BEGIN')
      await listRanges(session, fence, { plan, ranges })
      await session.query('COMMIT')
    })
  }

  take(when: 'free' | 'any'): Promise<TakenRange | undefined> {
    return this.#explained(() => this.#sessions.take(when))
  }

  look(): Promise<readonly FinishedRange[]> {
    const { fence, plan } = this.#options
    return this.#explained(() => this.#sessions.ask((session) => finishedRanges(session, fence, plan)))
  }

  blockOthers(assistant: string): Promise<void> {
    const { fence, reconnect } = this.#options
    return this.#explained(async () => {
      const session = await reconnect()
      await endAttempts(session, fence, assistant)
      await session.close()
    })
  }

  digest(digest: KeyDigest | undefined): Promise<RowsFound> {
    const { persistent } = this.#options
    return this.#explained(async () => {
      const [row] = await this.#session.query(digestStatement(persistent.staging, digest))
      return rowsFound(row ?? {})
    })
  }

  readonly find: FindRows = (query, limit) => {
    const { persistent, columns } = this.#options
    const table = stagedTable(persistent.staging, columns)
    return this.#explained(() => findStaged(askOnly(this.#session), table, query, limit))
  }

  commit({ ranges, rows, highWaterMark }: Parameters<RangedLoad['commit']>[0]): Promise<PublishResult> {
    const { fence, persistent, reconnect, log, signal, awaits } = this.#options
    const session = this.#session
    return this.#explained(async () => {
      const sum = await sumOfRanges(session, fence)
      if (sum.ranges !== ranges || sum.rows !== rows) throw incomplete(fence.target.name, { ranges, rows }, sum)
      const patience = Math.max(LEAST_PATIENCE_MS, (performance.now() - this.#began) * PATIENCE)
      const isReady = !persistent.isTarget || (await isSeenByAll(session, patience))
      await session.query('BEGIN')
      await blockOtherAttempts(session, fence)
      if (isReady) await holdRanges(session, fence)
      const way = isReady ? persistent : await this.#copied(rows)
      const show = async (...args: Parameters<WriteStrategy['publish']>) => {
        const placed = await way.publish(...args)
        await session.query(dropRanges(fence))
        return placed
      }
      const placed = await publishRows(
        { session, strategy: { ...way, publish: show }, fence, log, reconnect, signal, awaits },
        defined({ rows, highWaterMark }),
      )
      await this.#each((each) => each.close())
      return placed
    })
  }

  async abandon(finished: 'keep' | 'drop'): Promise<void> {
    const { fence, reconnect } = this.#options
    await this.#each((each) => each.abandon())
    if (finished === 'keep') return
    let session: PostgresSession | undefined
    try {
      session = await reconnect()
      await dropRangesOfLoad(session, fence)
    } catch {
      // The destination cannot be reached; the next run of the flow drops the tables.
    } finally {
      await session?.close()
    }
  }

  /** A transaction has a snapshot from before all ranges were committed, so the rows must be frozen, in the transaction that puts them in place. */
  async #copied(rows: number): Promise<WriteStrategy> {
    const { fence, strategy, persistent, columns, format } = this.#options
    await strategy.stage(this.#session)
    const reader = await this.#sessions.acquire()
    this.#sessions.release(reader)
    const ends = { from: persistent.staging, to: strategy.staging, columns, format }
    const copied = await copyFrozen(reader, this.#session, ends)
    if (copied !== rows) throw incomplete(fence.target.name, { rows }, { rows: copied })
    return strategy
  }

  async #each(act: (session: PostgresSession) => Promise<void>): Promise<void> {
    await Promise.all([act(this.#session), this.#sessions.each(act)])
  }
}
