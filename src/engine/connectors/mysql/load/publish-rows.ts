import type { PublishResult } from '../../../ports/load.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { askAfterCommit } from '../../sql/ask-after-commit.ts'
import { tryAgain } from '../../sql/try-again.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { recordCreated } from '../fence/created-tables.ts'
import { dropAttemptTables, reconnectAndDropTables } from '../fence/drop-attempt-tables.ts'
import { type CommitRecord, type FenceKey, refuseStale, takeLock } from '../fence/fence.ts'
import { requireAwaited } from '../fence/require-awaited.ts'
import { mysqlProblem } from '../session/mysql-problem.ts'
import type { LockProgress } from '../session/wait-for-locks.ts'
import type { WriteStrategy } from '../write/write-strategy.ts'

/** Each wait for the lock on the target takes one second (see `LOCK_WAITS`), so that readers never queue up behind us for long; about ten seconds in total. */
const LOCK_PAUSES_MS = [200, 400, 600, 800, 1_000, 1_200]

/** Errors that may disappear after a retry: a lock that was not free, a deadlock. */
const BUSY = new Set(['TABLE_BUSY', 'CONFLICT'])

export interface Placement {
  readonly session: MysqlSession
  readonly strategy: WriteStrategy
  readonly fence: FenceKey
  /** Called before the rows are put in place. */
  readonly begin?: () => Promise<void>
  /** See `TargetRequest`. */
  readonly awaits?: TargetRequest['awaits']
  /** A new session, to find out after a lost answer whether a commit succeeded, and for clean-up. */
  readonly reconnect: () => Promise<MysqlSession>
  /** Of the run. */
  readonly signal: AbortSignal
}

/** Puts the staged rows in place in one step, if no newer attempt has begun; tries again while the target is busy. */
export function publishRows(options: Placement, note: CommitRecord, news: LockProgress): Promise<PublishResult> {
  const isWorthIt = (error: unknown) => {
    const { code } = mysqlProblem(error)
    if (code === 'TABLE_BUSY') news.refused()
    return BUSY.has(code)
  }
  return tryAgain(() => publishOnce(options, note), { pauses: LOCK_PAUSES_MS, isWorthIt, signal: options.signal })
}

async function publishOnce(options: Placement, note: CommitRecord): Promise<PublishResult> {
  const { session, strategy, fence, begin, reconnect, awaits } = options
  try {
    if (awaits) await requireAwaited(session, fence, { awaits, moment: note.highWaterMark })
    if (fence.copiesStructure && strategy.effect === 'created') await recordCreated(session, fence)
    await begin?.()
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
function hasPublished({ strategy, fence, reconnect, signal }: Placement, lost: unknown): Promise<boolean> {
  const ask = async (session: MysqlSession) => {
    await refuseStale(session, fence)
    await takeLock(session, fence)
    const isPublished = await strategy.hasPublished(session, fence)
    if (isPublished) await dropAttemptTables(session, fence)
    return isPublished
  }
  return askAfterCommit(lost, { reconnect, ask, problemOf: mysqlProblem, signal })
}
