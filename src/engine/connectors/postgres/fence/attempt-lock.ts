import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresSession } from '../driver/postgres-session.ts'
import type { RelationName } from '../schema/relation-name.ts'
import { type FenceKey, fenced, isNewest } from './fence.ts'

/** Held by every transaction that writes rows, so that a newer attempt finds its session. `shared` if an attempt has several at once. */
export const attemptLock = (key: FenceKey, mode?: 'shared'): string =>
  `SELECT pg_catalog.pg_advisory_xact_lock${mode === 'shared' ? '_shared' : ''}('${advisoryKey(key)}'::bigint)`

/** Every transaction of an assistant also holds this lock, so that the sessions of a silent assistant are found. */
export const assistantLock = (key: FenceKey, assistant: string): string =>
  `SELECT pg_catalog.pg_advisory_xact_lock_shared('${advisoryKey(key, assistant)}'::bigint)`

/** The same for a session that writes in several transactions, of which each may be the last one that a newer attempt finds. */
export const attemptLockOfSession = (key: FenceKey): string =>
  `SELECT pg_catalog.pg_advisory_lock_shared('${advisoryKey(key)}'::bigint)`

const ASK_AGAIN_MS = 50

/**
 * Takes the lock exclusively, as part of a transaction: every other session that writes rows is ended, however late it began.
 * @throws ConnectorError `FENCED` when that is a newer attempt
 */
export async function blockOtherAttempts(session: PostgresSession, key: FenceKey): Promise<void> {
  for (;;) {
    const [row] = await session.query('SELECT pg_catalog.pg_try_advisory_xact_lock($1) AS held', [
      String(advisoryKey(key)),
    ])
    if (row?.['held'] === 't') return
    if (!(await isNewest(session, key))) throw fenced()
    await endAttempts(session, key)
    await sleep(ASK_AGAIN_MS)
  }
}

/**
 * An older attempt that was paused may still hold locks; its sessions are found by their advisory lock.
 * @param assistant only the sessions of this one
 */
export const endAttempts = (session: PostgresSession, key: FenceKey, assistant?: string): Promise<void> =>
  endHolders(session, [advisoryKey(key, assistant)])

/** The same for several targets at once. */
export const endAttemptsOfAll = (session: PostgresSession, keys: readonly FenceKey[]): Promise<void> =>
  endHolders(
    session,
    keys.map((key) => advisoryKey(key)),
  )

/** Of the session that holds targets for SQL before the rows, so that a newer attempt finds it. */
export const keptKey = (key: Pick<FenceKey, 'flowId' | 'target'>): bigint => advisoryKey(key, 'kept')

/** A session of an older attempt that still holds the targets for its SQL. */
export const endKeepers = (session: PostgresSession, keys: readonly FenceKey[]): Promise<void> =>
  endHolders(session, keys.map(keptKey))

/** As `pg_locks` shows an advisory lock. */
export const halvesOf = (lock: bigint): readonly string[] => [
  String(BigInt.asUintN(32, lock >> 32n)),
  String(BigInt.asUintN(32, lock)),
]

async function endHolders(session: PostgresSession, locks: readonly bigint[]): Promise<void> {
  const halves = locks.map(halvesOf)
  await session
    .query(
      `SELECT pg_catalog.pg_terminate_backend(pid) FROM pg_catalog.pg_locks
       WHERE locktype = 'advisory' AND objsubid = 1 AND pid <> pg_catalog.pg_backend_pid()
         AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())
         AND (classid::text, objid::text) IN (SELECT w->>0, w->>1 FROM pg_catalog.json_array_elements($1::json) w)`,
      [JSON.stringify(halves)],
    )
    // The session may belong to another account; then the locks show the blocking session.
    .catch(() => {})
}

/** One number for a flow and a target, and optionally for one assistant, in the form of advisory locks. */
export const advisoryKey = (
  { flowId, target }: Pick<FenceKey, 'flowId' | 'target'>,
  ...assistant: readonly (string | undefined)[]
): bigint => numberOf([flowId, target.schema, target.name, ...assistant.filter((name) => name !== undefined)])

/** The same for a target, whoever writes it. */
export const targetKey = ({ schema, name }: RelationName): bigint => numberOf([schema, name])

function numberOf(words: readonly string[]): bigint {
  return createHash('sha256').update(JSON.stringify(words)).digest().readBigInt64BE(0)
}
