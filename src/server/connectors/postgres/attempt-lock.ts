import { createHash } from 'node:crypto'

import type { FenceKey } from './fence.ts'
import type { PostgresSession } from './postgres-session.ts'

/**
 * Held by every transaction that brings rows, so that a newer attempt finds its session. `shared` where an attempt has several at once.
 */
export async function holdAttemptLock(session: PostgresSession, key: FenceKey, mode?: 'shared'): Promise<void> {
  const lock = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await session.query(`SELECT pg_catalog.${lock}($1)`, [String(advisoryKey(key))])
}

/** An older attempt that was paused may still hold locks; its session is known by the advisory lock it took. */
export async function endOlderAttempts(session: PostgresSession, key: FenceKey): Promise<void> {
  const lock = advisoryKey(key)
  await session
    .query(
      `SELECT pg_catalog.pg_terminate_backend(pid) FROM pg_catalog.pg_locks
       WHERE locktype = 'advisory' AND objsubid = 1 AND classid = $1 AND objid = $2 AND pid <> pg_catalog.pg_backend_pid()
         AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())`,
      [String(BigInt.asUintN(32, lock >> 32n)), String(BigInt.asUintN(32, lock))],
    )
    // It may belong to another account; then the locks say what is in the way.
    .catch(() => {})
}

/** One number for a flow and a target, as advisory locks take it. */
function advisoryKey({ flowId, target }: FenceKey): bigint {
  return createHash('sha256')
    .update(JSON.stringify([flowId, target.schema, target.name]))
    .digest()
    .readBigInt64BE(0)
}
