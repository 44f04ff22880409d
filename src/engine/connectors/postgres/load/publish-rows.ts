import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { PublishResult } from '../../../ports/load.ts'
import type { Committed } from '../../../ports/target.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { askAfterCommit } from '../../sql/ask-after-commit.ts'
import { tryAgain } from '../../sql/try-again.ts'
import { requireAwaited } from '../changes/require-awaited.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { recordCreated } from '../fence/created-tables.ts'
import { type FenceKey, hasCommitted, PAUSED_TIMEOUT, passFence } from '../fence/fence.ts'
import { postgresProblem } from '../session/postgres-problem.ts'
import { busy, findHolder, type LockWait } from '../session/wait-for-locks.ts'
import type { WriteStrategy } from '../write/write-strategy.ts'

/**
 * How long each wait for the lock on the target lasts; readers that come later queue up behind us for that time.
 * Postgres ends an autovacuum for a session that has waited for `deadlock_timeout`, one second by default, but not for one that gives up earlier.
 */
const LOCK_TIMEOUT_MS = 1_500
const LOCK_PAUSES_MS = [200, 400, 600, 800]

export interface Placement {
  /** In a transaction in which the rows were staged, or in a later one. */
  readonly session: PostgresSession
  readonly strategy: WriteStrategy
  readonly fence: FenceKey
  /** Reports to the user who waits. */
  readonly log: ((message: Sentence) => void) | undefined
  /** A new session, to find out after a lost answer whether a commit succeeded. */
  readonly reconnect: () => Promise<PostgresSession>
  /** Of the run. */
  readonly signal: AbortSignal
  readonly awaits?: TargetRequest['awaits'] | undefined
  /** Whether deferred constraints are checked before the commit, so that a row that breaks one can still be removed. */
  readonly checksDeferred?: boolean
}

/** Puts the staged rows in place in one step, if no newer attempt has begun, and commits. Errors are the server's own, or ConnectorErrors. */
export async function publishRows(placement: Placement, committed: Committed): Promise<PublishResult> {
  const { session, strategy, fence, log, reconnect, signal, awaits, checksDeferred = false } = placement
  await strategy.build(session)
  const limits = `SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; SET LOCAL idle_in_transaction_session_timeout = '${PAUSED_TIMEOUT}'`
  await session.query(`${limits}; SAVEPOINT before_lock`)
  if (strategy.lock !== undefined) await lock(session, strategy.lock, { targets: [fence.target], log }, signal)
  await passFence(session, fence, committed)
  if (awaits) await requireAwaited(session, fence, { awaits, moment: committed.highWaterMark })
  const placed = (await strategy.publish(session, committed.rows)) ?? {}
  if (fence.copiesStructure && strategy.effect === 'created') await recordCreated(session, fence)
  const { repeated = 0, superseded = 0, outdated = 0 } = placed
  const leftOut = repeated + superseded + outdated
  if (leftOut > 0) await passFence(session, fence, { ...committed, rows: committed.rows - leftOut })
  if (checksDeferred) await session.query('SET CONSTRAINTS ALL IMMEDIATE')
  try {
    await session.query('COMMIT')
  } catch (error) {
    const ask = (other: PostgresSession) => hasCommitted(other, fence)
    const question = { reconnect, ask, problemOf: postgresProblem, signal }
    if (!isLost(error) || !(await askAfterCommit(error, question))) throw error
  }
  return placed
}

/**
 * Tries several times for a short time, so that readers never wait long behind us. Between tries the transaction is as it was at
 * its savepoint `before_lock`.
 */
async function lock(
  session: PostgresSession,
  statement: string,
  { targets, log }: LockWait,
  signal: AbortSignal,
): Promise<void> {
  let pauses = LOCK_PAUSES_MS.length
  const isWorthIt = async (error: unknown) => {
    if (postgresProblem(error).code !== 'TABLE_BUSY') return false
    await session.query('ROLLBACK TO before_lock')
    const holder = --pauses === 0 ? await findHolder(session, targets) : undefined
    if (holder !== undefined) log?.(sentence`Waiting for ${holder}`)
    return true
  }
  try {
    await tryAgain(() => session.query(statement), { pauses: LOCK_PAUSES_MS, isWorthIt, signal })
  } catch (error) {
    if (signal.aborted || postgresProblem(error).code !== 'TABLE_BUSY') throw error
    await session.query('ROLLBACK TO before_lock')
    throw busy(error, await findHolder(session, targets))
  }
}

const isLost = (error: unknown) => postgresProblem(error).code === 'CONNECTION_LOST'
