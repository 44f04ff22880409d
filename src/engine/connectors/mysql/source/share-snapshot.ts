import { setTimeout as sleep } from 'node:timers/promises'

import type { MysqlSession } from '../driver/mysql-session.ts'
import type { TableName } from '../schema/table-name.ts'
import { beginSnapshot } from './begin-snapshot.ts'
import { areEqual } from './equal-snapshots.ts'
import { hasWholeLog } from './has-whole-log.ts'
import { isHarmless, whileLocked } from './while-locked.ts'

/** Tables that somebody is writing are tried again so often. */
const LOCK_TRIES = 10
const LOCK_PAUSE_MS = 20

interface Further {
  readonly count: number
  readonly open: () => Promise<MysqlSession>
}

/**
 * MySQL cannot export a snapshot to another session. Several sessions have the same one if nobody commits between their beginnings: the log tells that,
 * or a lock on the tables makes it so. Neither makes a transaction of the application fail. If neither works, only one session remains.
 * @param keeper gets a new snapshot. @returns `count` more sessions with exactly the same rows of the tables, or none. @throws the errors of the keeper
 */
export async function shareSnapshot(
  keeper: MysqlSession,
  tables: readonly TableName[],
  { count, open }: Further,
): Promise<readonly MysqlSession[]> {
  const opened = await Promise.allSettled(Array.from({ length: count }, open))
  const others = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  try {
    const isShared =
      others.length === count &&
      ((await isSharedByLog(keeper, others)) || (await isSharedByLock(keeper, others, { tables, open })))
    if (isShared) return others
  } catch (error) {
    if (!keeper.isOpen) throw error
  }
  await Promise.all(others.map((session) => session.close()))
  // Whatever was tried, it has one moment of its own.
  await beginSnapshot(keeper)
  return []
}

async function isSharedByLog(keeper: MysqlSession, others: readonly MysqlSession[]): Promise<boolean> {
  if (!(await hasWholeLog(keeper))) return false
  await Promise.all(others.map(beginSnapshot))
  return areEqual([keeper, ...others])
}

async function isSharedByLock(
  keeper: MysqlSession,
  others: readonly MysqlSession[],
  { tables, open }: Pick<Further, 'open'> & { readonly tables: readonly TableName[] },
): Promise<boolean> {
  if (!isHarmless(keeper, tables)) return false
  const locker = await open()
  try {
    for (let tries = 0; tries < LOCK_TRIES && locker.isOpen; tries++) {
      if (tries > 0) await sleep(LOCK_PAUSE_MS)
      const begun = await whileLocked({ locker, tables }, () => Promise.all([keeper, ...others].map(beginSnapshot)))
      if (begun) return true
    }
    return false
  } finally {
    await locker.close()
  }
}
