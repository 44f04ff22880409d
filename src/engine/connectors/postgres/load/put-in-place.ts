import { setTimeout as sleep } from 'node:timers/promises'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { Committed, Placed } from '../../../ports/destination.ts'
import { commitUnknown } from '../../shared/commit-unknown.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { noteCreated } from '../fence/created-tables.ts'
import type { FenceKey } from '../fence/fence.ts'
import { hasCommitted, PAUSED_TIMEOUT, passFence } from '../fence/fence.ts'
import { busy, findHolder, type LockWait } from '../session/past-locks.ts'
import { postgresProblem } from '../session/postgres-problem.ts'
import type { WriteStrategy } from '../write/write-strategy.ts'

/**
 * How long each wait for the lock on the target lasts; readers that come later queue up behind us for that time.
 * Postgres ends an autovacuum for a session that has waited for `deadlock_timeout`, one second by default, but not for one that gives up earlier.
 */
const LOCK_TIMEOUT_MS = 1_500
const LOCK_TRIES = 5

const RECONNECT_TRIES = 6

export interface Placement {
  /** In a transaction in which the rows were staged, or in a later one. */
  readonly session: PostgresSession
  readonly strategy: WriteStrategy
  readonly fence: FenceKey
  /** Reports to the user who waits. */
  readonly say: ((message: Sentence) => void) | undefined
  /** A new session, to find out after a lost answer whether a commit succeeded. */
  readonly reconnect: () => Promise<PostgresSession>
  /** Whether deferred constraints are checked before the commit, so that a row that breaks one can still be removed. */
  readonly checksDeferred?: boolean
}

/** Puts the staged rows in place in one step, if no newer attempt has begun, and commits. Errors are the server's own, or ConnectorErrors. */
export async function putInPlace(placement: Placement, committed: Committed): Promise<Placed> {
  const { session, strategy, fence, say, checksDeferred = false } = placement
  await strategy.build(session)
  await session.query(
    `SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; SET LOCAL idle_in_transaction_session_timeout = '${PAUSED_TIMEOUT}'`,
  )
  if (strategy.lock !== undefined) await lock(session, strategy.lock, { targets: [fence.target], say })
  await passFence(session, fence, committed)
  const placed = (await strategy.show(session, committed.rows)) ?? {}
  if (fence.bringsStructure && strategy.effect === 'created') await noteCreated(session, fence)
  const { repeated = 0, superseded = 0 } = placed
  const leftOut = repeated + superseded
  if (leftOut > 0) await passFence(session, fence, { ...committed, rows: committed.rows - leftOut })
  if (checksDeferred) await session.query('SET CONSTRAINTS ALL IMMEDIATE')
  try {
    await session.query('COMMIT')
  } catch (error) {
    if (!isLost(error) || !(await isDone(placement, error))) throw error
  }
  return placed
}

/** Asks the destination itself; the answer is what readers see. */
async function isDone({ fence, reconnect }: Placement, cause: unknown): Promise<boolean> {
  for (let attempt = 1; attempt <= RECONNECT_TRIES; attempt++) {
    let session: PostgresSession | undefined
    try {
      session = await reconnect()
      return await hasCommitted(session, fence)
    } catch {
      await sleep(250 * 2 ** attempt)
    } finally {
      await session?.close()
    }
  }
  throw commitUnknown(cause)
}

/** Tries several times for a short time, so that readers never wait long behind us. */
async function lock(session: PostgresSession, statement: string, { targets, say }: LockWait): Promise<void> {
  await session.query('SAVEPOINT before_lock')
  for (let attempt = 1; ; attempt++) {
    try {
      await session.query(statement)
      return
    } catch (error) {
      if (postgresProblem(error).code !== 'TABLE_BUSY') throw error
      await session.query('ROLLBACK TO before_lock')
      const holder = attempt >= LOCK_TRIES - 1 ? await findHolder(session, targets) : undefined
      if (attempt === LOCK_TRIES) throw busy(error, holder)
      if (holder !== undefined) say?.(sentence`Waiting for ${holder}`)
      await sleep(200 * attempt)
    }
  }
}

const isLost = (error: unknown) => postgresProblem(error).code === 'CONNECTION_LOST'
