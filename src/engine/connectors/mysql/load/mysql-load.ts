import { defined } from '../../../../core/catalog/defined.ts'
import type { Load, PublishResult } from '../../../ports/load.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { askAfterCommit } from '../../sql/ask-after-commit.ts'
import { sqlLoad, type TableLoad } from '../../sql/sql-load.ts'
import { tryAgain } from '../../sql/try-again.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { recordCreated } from '../fence/created-tables.ts'
import { dropAttemptTables, reconnectAndDropTables } from '../fence/drop-attempt-tables.ts'
import { attemptTable, type CommitRecord, type FenceKey, refuseStale, takeLock } from '../fence/fence.ts'
import { requireAwaited } from '../fence/require-awaited.ts'
import { sumRows } from '../rows/key-digest.ts'
import type { LoadText } from '../rows/load-text.ts'
import type { LostZeros } from '../rows/lost-zeros.ts'
import { sqlName } from '../schema/table-name.ts'
import { mysqlError, mysqlProblem } from '../session/mysql-problem.ts'
import { type LockObserver, type LockProgress, waitForLocks } from '../session/wait-for-locks.ts'
import { keyIsNull } from '../write/empty-keys.ts'
import { equalKeys } from '../write/equal-keys.ts'
import { haveTwins } from '../write/superseded-rows.ts'
import type { WriteStrategy } from '../write/write-strategy.ts'
import { RefusedRow, type RowIntake } from './row-intake.ts'
import { textIntake } from './text-intake.ts'

/** Each wait for the lock on the target takes one second (see `LOCK_WAITS`), so that readers never queue up behind us for long; about ten seconds in total. */
const LOCK_PAUSES_MS = [200, 400, 600, 800, 1_000, 1_200]

/** A required column got no value: ER_BAD_NULL_ERROR, ER_WARN_NULL_TO_NOTNULL. */
const NOT_NULL: readonly unknown[] = [1048, 1263]

/** Errors that may disappear after a retry: a lock that was not free, a deadlock. */
const BUSY = new Set(['TABLE_BUSY', 'CONFLICT'])

export interface MysqlLoadOptions extends Pick<TableLoad, 'find' | 'vanished' | 'removeViolations'> {
  readonly session: MysqlSession
  readonly intake: RowIntake
  readonly text: LoadText
  readonly zeros: LostZeros
  readonly strategy: WriteStrategy
  readonly fence: FenceKey
  /** Whether every new row is staged as a separate row. */
  readonly keepsAll: boolean
  /** The columns by which a new row replaces an earlier one. Absent: every row is separate. */
  readonly replaced?: readonly string[]
  /** See `TargetRequest`. */
  readonly awaits?: TargetRequest['awaits']
  readonly watching: LockObserver
  readonly secret: string
  /** A new session, to find out after a lost answer whether a commit succeeded, and for clean-up. */
  readonly reconnect: () => Promise<MysqlSession>
  /** Of the run. */
  readonly signal: AbortSignal
  /** Returns the session after the rows are in place. */
  readonly release: () => Promise<void>
}

/** Loads one stream into a table: first into the staging table, then into place. */
export function mysqlLoad(options: MysqlLoadOptions): Load {
  const {
    session,
    strategy,
    fence,
    keepsAll,
    replaced: key,
    intake,
    text,
    zeros,
    watching,
    release,
    ...searches
  } = options
  const { find, vanished, removeViolations } = searches
  const staging = sqlName(attemptTable(fence, 'staging'))
  const sent = textIntake(text, intake, zeros)
  let superseded = 0
  let unsigned: ReadonlyMap<string, number> = new Map()
  return sqlLoad({
    ...defined({ find, vanished, removeViolations }),
    intake: {
      ...sent,
      async finish() {
        const rows = await sent.finish()
        unsigned = await zeros.stored(session, staging)
        // Of several rows with one key only the last one is staged, where the target may not refuse it.
        if (key) {
          const [row] = await session.query(`SELECT COUNT(*) AS waiting FROM ${staging}`)
          superseded = rows - Number(row?.['waiting'])
        }
        return rows
      },
    },
    ...(keepsAll && {
      async digest(digest, rows) {
        const found = await sumRows((statement) => session.query(statement), staging, digest)
        if (key && (found.rows < rows || (strategy.stagesAll && (await haveTwins(session, { staging, key })))))
          throw await equalKeys(session, { target: fence.target, staging: attemptTable(fence, 'staging'), key })
        return found
      },
    }),
    async place({ rows, highWaterMark }) {
      const note = { rows: rows - superseded, highWaterMark }
      const wait = { ...watching, targets: [fence.target] }
      const placed = await waitForLocks(session, wait, (news) => publish(options, note, news))
      // The rows are in place, whatever happens to the session.
      if (session.isOpen) await release().catch(() => session.abandon())
      return { ...placed, unsigned, superseded: superseded + (placed.superseded ?? 0) }
    },
    async abandon() {
      await Promise.all([session.abandon(), intake.abandon?.()])
      // The server does not roll this back: CREATE TABLE is not part of a transaction.
      await reconnectAndDropTables(options.reconnect, fence)
    },
    explain: (error) => explain(error, options),
  })
}

function publish(options: MysqlLoadOptions, note: CommitRecord, news: LockProgress): Promise<PublishResult> {
  const isWorthIt = (error: unknown) => {
    const { code } = mysqlProblem(error)
    if (code === 'TABLE_BUSY') news.refused()
    return BUSY.has(code)
  }
  return tryAgain(() => publishOnce(options, note), { pauses: LOCK_PAUSES_MS, isWorthIt, signal: options.signal })
}

async function publishOnce(options: MysqlLoadOptions, note: CommitRecord): Promise<PublishResult> {
  const { session, strategy, fence, reconnect, awaits } = options
  try {
    if (awaits) await requireAwaited(session, fence, { awaits, moment: note.highWaterMark })
    if (fence.copiesStructure && strategy.effect === 'created') await recordCreated(session, fence)
    const placed = (await strategy.publish(session, fence, note)) ?? {}
    // The rows are in place; a session that was lost right after that has left the replaced table behind.
    if (!session.isOpen) await reconnectAndDropTables(reconnect, fence)
    return placed
  } catch (error) {
    if (mysqlProblem(error).code === 'CONNECTION_LOST' && (await hasPublished(options, error))) return {}
    throw error
  }
}

/** Only after the lost session has certainly ended. */
function hasPublished({ strategy, fence, reconnect, signal }: MysqlLoadOptions, lost: unknown): Promise<boolean> {
  const ask = async (session: MysqlSession) => {
    await refuseStale(session, fence)
    await takeLock(session, fence)
    const isPublished = await strategy.hasPublished(session, fence)
    if (isPublished) await dropAttemptTables(session, fence)
    return isPublished
  }
  return askAfterCommit(lost, { reconnect, ask, problemOf: mysqlProblem, signal })
}

function explain(
  error: unknown,
  { replaced = [], fence, secret }: Pick<MysqlLoadOptions, 'replaced' | 'fence' | 'secret'>,
): Error {
  const cause = error instanceof RefusedRow ? error.cause : error
  const { errno } = cause as { errno?: unknown }
  const column = cause instanceof Error && NOT_NULL.includes(errno) ? /'([^']+)'/.exec(cause.message)?.[1] : undefined
  if (column === undefined || !replaced.includes(column)) return mysqlError(error, 'destination', secret)
  return keyIsNull(fence.target, replaced, error)
}
