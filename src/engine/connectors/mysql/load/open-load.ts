import type { Load } from '../../../ports/destination.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import type { FenceKey, FurtherPart } from '../fence/fence.ts'
import { giveUpLock, ownTable, refuseStale, takeLock } from '../fence/fence.ts'
import { openFurtherSession } from '../fence/further-session.ts'
import { takeAwayAnew } from '../fence/take-away.ts'
import { sqlName } from '../schema/table-name.ts'
import { LET_ROWS_WAIT, LOCK_WAITS, NO_LOCK_LIMIT } from '../session/lock-waits.ts'
import { openSession } from '../session/open-session.ts'
import { pastLocks, WRITING_PATIENCE_MS } from '../session/past-locks.ts'
import type { WritePlan } from '../target/plan-write.ts'
import { MysqlLoad } from './mysql-load.ts'
import { parallelIntake } from './parallel-intake.ts'
import { textCharacterSet } from './text-character-set.ts'
import { datesOf, openIntake, textOf, type WayIn } from './way-in.ts'

/** One stream on its way into a table, and how its rows wait. */
interface LoadRequest {
  readonly plan: WritePlan
  readonly fence: FenceKey
  readonly format: string
  /** Columns of which the last one of several rows that are equal there stays. Absent: all stay. */
  readonly replaced?: readonly string[]
  /** Whether every row waits as one of its own. */
  readonly keepsAll: boolean
  /** Columns that no two rows have in common; empty if that is not known. */
  readonly key: readonly string[]
}

/** Makes the table in which rows wait beside the target, and opens the way into it. @throws ConnectorError, or the server's own errors */
export async function openLoad(way: WayIn, request: LoadRequest): Promise<Load> {
  const { plan, fence, format, replaced, keepsAll } = request
  const { credentials, sessions, watching, reconnect } = way
  const { strategy } = plan
  const { fields, text } = textOf(plan, format)
  const session = await sessions.lend()
  try {
    await takeLock(session, fence)
    await refuseStale(session, fence)
    const wait = { ...watching, targets: [fence.target], patienceMs: WRITING_PATIENCE_MS }
    await pastLocks(session, wait, () => strategy.stage(session))
    await session.query(LOCK_WAITS)
    await session.query(datesOf(format))
    const staging = ownTable(fence, 'staging')
    const characterSet = await textCharacterSet(session, staging)
    const options = { table: sqlName(staging), fields, replaces: replaced !== undefined, characterSet }
    const canShare = way.takesInfile && keepsAll
    const intake = canShare
      ? await parallelIntake(session, options, (part) => openFurther(way, request, part))
      : await openIntake(way, session, options)
    const giveBack = async () => {
      await giveUpLock(session, fence)
      await session.query(NO_LOCK_LIMIT)
      sessions.giveBack(session)
    }
    return new MysqlLoad({
      session,
      intake,
      text,
      strategy,
      fence,
      keepsAll,
      ...(replaced && { replaced }),
      watching,
      secret: credentials.password,
      reconnect,
      giveBack,
    })
  } catch (error) {
    await session.abandon()
    // Making a table is no part of a transaction.
    await takeAwayAnew(reconnect, fence)
    throw error
  }
}

function openFurther(
  { credentials, context }: WayIn,
  { fence, key, format }: LoadRequest,
  part: FurtherPart,
): Promise<MysqlSession | undefined> {
  const open = async () => {
    const session = await openSession(credentials, 'write', context)
    for (const setting of [LOCK_WAITS, LET_ROWS_WAIT, datesOf(format)]) await session.query(setting)
    return session
  }
  return openFurtherSession(open, fence, part, key)
}
