import { defined } from '../../../../core/catalog/defined.ts'
import type { KeyDigest, RowsFound } from '../../../ports/key-digest.ts'
import type { PublishResult } from '../../../ports/load.ts'
import type { FinishedRange, RangedLoad, TableRange, TakenRange } from '../../../ports/ranges.ts'
import type { FindRows } from '../../../ports/staged-query.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { findStaged, tryQueries } from '../../shared/staged-rows-query.ts'
import { type Explained, explaining } from '../../sql/explaining.ts'
import { incomplete } from '../../sql/incomplete-ranges.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { dropAttemptTables } from '../fence/drop-attempt-tables.ts'
import { type FenceKey, refuseStale, takeLock } from '../fence/fence.ts'
import { createLedger, dropRanges, finishedRanges, planLedger, rangesName, sumOfRanges } from '../fence/range-ledger.ts'
import { sharingOf } from '../fence/table-sharing.ts'
import { releaseTarget, takeTarget } from '../fence/target-lock.ts'
import { sumRows } from '../rows/key-digest.ts'
import { entityName, sqlName } from '../schema/table-name.ts'
import { LET_ROWS_WAIT, LOCK_WAITS, NO_LOCK_LIMIT } from '../session/lock-waits.ts'
import { mysqlError } from '../session/mysql-problem.ts'
import { openSession } from '../session/open-session.ts'
import { WRITING_PATIENCE_MS, waitForLocks } from '../session/wait-for-locks.ts'
import type { WritePlan } from '../target/plan-write.ts'
import type { PersistentStrategy } from '../write/write-strategy.ts'
import { datesOf, type LoadContext } from './load-context.ts'
import { publishRows } from './publish-rows.ts'
import { RangeSessions } from './range-sessions.ts'
import { asking, stagedTable } from './staged-table.ts'

/** As many sessions as load a table in one piece; see `ParallelIntake`. */
const AT_ONCE = 3

/** The version of the ledger; data of another version is ignored. */
const LEDGER_VERSION = 1

export interface RangedLoadRequest {
  readonly plan: WritePlan
  readonly strategy: PersistentStrategy
  readonly fence: FenceKey
  /** Whether all rows of the target are replaced, so that nobody else may write it meanwhile. */
  readonly isAlone: boolean
  readonly format: string
  /** See `TargetRanges`. */
  readonly ranging: string
  readonly readers: number
  /** Columns that are unique among the rows; empty if unknown. */
  readonly key: readonly string[]
  /** See `TargetRequest`. */
  readonly finds: readonly string[] | undefined
  readonly awaits: TargetRequest['awaits']
}

/**
 * Finds the tables of earlier attempts, or creates a staging table. @returns nothing if its rows could not be in the transaction of their ledger, or if
 * several sessions load a table in one piece and fewer would load ranges. @throws ConnectorError, or the server's own errors
 */
export async function openRangedLoad(way: LoadContext, request: RangedLoadRequest): Promise<RangedLoad | undefined> {
  const { fence, isAlone, strategy, format, key, readers } = request
  const session = await way.sessions.acquire()
  try {
    await way.kept.handOver(entityName(fence.target))
    await takeTarget(session, fence, { isAlone })
    await session.query(LOCK_WAITS)
    await session.query(datesOf(format))
    const finished = await finishedRanges(session, fence, plannedBy(request, strategy.planKey))
    const load = new MysqlRangedLoad(way, request, { session, finished })
    if (finished.length === 0) await load.startOver()
    const sharing = await sharingOf(session, rangesName(fence), key)
    load.atOnce = sharing === 'several' ? AT_ONCE : 1
    const isSlower = finished.length === 0 && way.takesInfile && readers < load.atOnce
    if (sharing !== 'none' && !isSlower) return load
    await dropRanges(session, fence)
    await load.release()
    return undefined
  } catch (error) {
    await session.abandon()
    throw error
  }
}

function plannedBy({ plan, ranging, format }: RangedLoadRequest, planKey: string): string {
  const columns = plan.written.map(({ column }) => column.name)
  return JSON.stringify([LEDGER_VERSION, ranging, format, columns, planKey])
}

interface Opened {
  readonly session: MysqlSession
  readonly finished: readonly FinishedRange[]
}

class MysqlRangedLoad implements RangedLoad {
  atOnce = 1
  readonly #way: LoadContext
  readonly #request: RangedLoadRequest
  /** Creates the staging table and puts it in place; other sessions write the rows. */
  readonly #session: MysqlSession
  readonly #planned: string
  readonly #sessions: RangeSessions
  readonly #explained: Explained
  /** Only this process writes ranges, so that it knows which are left. */
  #left: TableRange[] = []
  #finished: readonly FinishedRange[]

  constructor(way: LoadContext, request: RangedLoadRequest, { session, finished }: Opened) {
    const { credentials, context, takesInfile } = way
    const { fence, plan, format } = request
    const secret = credentials.password
    this.#way = way
    this.#request = request
    this.#session = session
    this.#planned = plannedBy(request, request.strategy.planKey)
    this.#finished = finished
    this.#explained = explaining((error) => mysqlError(error, 'destination', secret))
    const open = async () => {
      const opened = await openSession(credentials, 'write', context)
      for (const setting of [LOCK_WAITS, LET_ROWS_WAIT, datesOf(format)]) await opened.query(setting)
      return opened
    }
    const openBeside = () => way.sessions.beside(open)
    this.#sessions = new RangeSessions({ fence, plan, format, secret, takesInfile, openSession: openBeside })
  }

  get finished(): readonly FinishedRange[] {
    return this.#finished
  }

  startOver(): Promise<void> {
    const { fence, strategy, plan, finds = [] } = this.#request
    const session = this.#session
    return this.#explained(async () => {
      await refuseStale(session, fence)
      await dropRanges(session, fence)
      const wait = { ...this.#way.watching, targets: [fence.target], patienceMs: WRITING_PATIENCE_MS }
      await waitForLocks(session, wait, () => strategy.stage(session))
      await tryQueries(asking(session), stagedTable(sqlName(rangesName(fence)), plan), finds)
      await createLedger(session, fence, this.#planned)
      this.#finished = []
    })
  }

  async list(ranges: readonly TableRange[]): Promise<void> {
    this.#left = [...ranges]
  }

  take(): Promise<TakenRange | undefined> {
    return this.#explained(async () => {
      const range = this.#left.shift()
      if (!range) return undefined
      const giveBack = () => void this.#left.unshift(range)
      try {
        return await this.#sessions.open(range, giveBack)
      } catch (error) {
        giveBack()
        throw error
      }
    })
  }

  look(): Promise<readonly FinishedRange[]> {
    return this.#explained(() => finishedRanges(this.#session, this.#request.fence, this.#planned))
  }

  /** Nobody else writes ranges here. */
  async blockOthers(): Promise<void> {}

  digest(digest: KeyDigest | undefined): Promise<RowsFound> {
    const staging = sqlName(rangesName(this.#request.fence))
    return this.#explained(() => sumRows((statement) => this.#session.query(statement), staging, digest))
  }

  readonly find: FindRows = (query, limit) => {
    const { fence, plan } = this.#request
    const table = stagedTable(sqlName(rangesName(fence)), plan)
    return this.#explained(() => findStaged(asking(this.#session), table, query, limit))
  }

  commit({ ranges, rows, highWaterMark }: Parameters<RangedLoad['commit']>[0]): Promise<PublishResult> {
    const { fence, strategy, awaits } = this.#request
    const { reconnect, context, watching } = this.#way
    const session = this.#session
    return this.#explained(async () => {
      const sum = await sumOfRanges(session, fence)
      if (sum.ranges !== ranges || sum.rows !== rows) throw incomplete(fence.target.name, { ranges, rows }, sum)
      // A worker that dies while it puts the rows in place leaves a target that is empty.
      const begin = async () => {
        const created = await strategy.create?.(session)
        if (created !== undefined) await planLedger(session, fence, plannedBy(this.#request, created))
      }
      const placement = { session, strategy, fence, begin, reconnect, signal: context.signal, ...defined({ awaits }) }
      const wait = { ...watching, targets: [fence.target] }
      const placed = await waitForLocks(session, wait, (news) => publishRows(placement, { rows, highWaterMark }, news))
      await this.#sessions.each((each) => each.close())
      // The rows are in place, whatever happens to the session; the next run drops what is left.
      if (session.isOpen)
        await dropRanges(session, fence)
          .then(() => this.release())
          .catch(() => session.abandon())
      else await this.#dropAll()
      return { ...placed, unsigned: sum.lostSigns }
    })
  }

  /** Returns the session when no work is left at the target. */
  async release(): Promise<void> {
    const { fence, isAlone } = this.#request
    await releaseTarget(this.#session, fence, { isAlone })
    await this.#session.query(NO_LOCK_LIMIT)
    this.#way.sessions.release(this.#session)
  }

  async abandon(finished: 'keep' | 'drop'): Promise<void> {
    await Promise.all([this.#session.abandon(), this.#sessions.each((each) => each.abandon())])
    if (finished === 'drop') await this.#dropAll()
  }

  async #dropAll(): Promise<void> {
    const { fence } = this.#request
    let session: MysqlSession | undefined
    try {
      session = await this.#way.reconnect()
      await refuseStale(session, fence)
      await takeLock(session, fence)
      await dropAttemptTables(session, fence)
      await dropRanges(session, fence)
    } catch {
      // A newer attempt has them now, or the next run of the flow drops them.
    } finally {
      await session?.close()
    }
  }
}
