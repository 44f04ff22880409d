import { defined } from '../../../../core/catalog/defined.ts'
import type { Load } from '../../../ports/load.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { findStaged, tryQueries } from '../../shared/staged-rows-query.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { reconnectAndDropTables } from '../fence/drop-attempt-tables.ts'
import { attemptTable, type FenceKey, type FurtherPart } from '../fence/fence.ts'
import { openFurtherSession } from '../fence/further-session.ts'
import { releaseTarget, takeTarget } from '../fence/target-lock.ts'
import { lostZerosOf } from '../rows/lost-zeros.ts'
import { entityName, sqlName } from '../schema/table-name.ts'
import { LET_ROWS_WAIT, LOCK_WAITS, NO_LOCK_LIMIT } from '../session/lock-waits.ts'
import { openSession } from '../session/open-session.ts'
import { WRITING_PATIENCE_MS, waitForLocks } from '../session/wait-for-locks.ts'
import type { WritePlan } from '../target/plan-write.ts'
import { vanishedTables } from '../write/vanished-rows.ts'
import { removeViolations, type StagedRows } from '../write/violations.ts'
import { declaredText } from './declared-text.ts'
import { datesOf, type LoadContext, openIntake, textOf } from './load-context.ts'
import { mysqlLoad } from './mysql-load.ts'
import { parallelIntake } from './parallel-intake.ts'
import { asking, stagedTable } from './staged-table.ts'
import { vanishedSearch } from './vanished-search.ts'

/** How one stream is loaded into a table, and how its rows are staged. */
interface LoadRequest {
  readonly plan: WritePlan
  readonly fence: FenceKey
  /** Whether all rows of the target are replaced, so that nobody else may write it meanwhile. */
  readonly isAlone: boolean
  readonly format: string
  /** Columns by which only the last of several equal rows stays. Absent: all rows stay. */
  readonly replaced?: readonly string[]
  /** Whether every row is staged as a separate row. */
  readonly keepsAll: boolean
  /** Columns that are unique among the rows; empty if unknown. */
  readonly key: readonly string[]
  /** The table whose constraints rows may break without failing the load. Absent: they fail it. */
  readonly checked: Omit<StagedRows, 'staging'> | undefined
  /** See `TargetRequest`. */
  readonly finds: readonly string[] | undefined
  readonly awaits: TargetRequest['awaits']
}

/** Creates the staging table beside the target, and starts the load into it. @throws ConnectorError, or the server's own errors */
export async function openLoad(way: LoadContext, request: LoadRequest): Promise<Load> {
  const { plan, fence, isAlone, format, replaced, keepsAll, checked, finds, awaits } = request
  const { credentials, context, sessions, kept, watching, reconnect } = way
  const { strategy } = plan
  const { fields, text } = textOf(plan, format)
  const session = await sessions.acquire()
  try {
    await kept.handOver(entityName(fence.target))
    await takeTarget(session, fence, { isAlone })
    const wait = { ...watching, targets: [fence.target], patienceMs: WRITING_PATIENCE_MS }
    await waitForLocks(session, wait, () => strategy.stage(session))
    await session.query(LOCK_WAITS)
    await session.query(datesOf(format))
    const staging = attemptTable(fence, 'staging')
    const table = stagedTable(sqlName(staging), plan)
    if (finds) await tryQueries(asking(session), table, finds)
    const declared = await declaredText(session, staging, fields)
    const options = { table: sqlName(staging), ...declared, replaces: replaced !== undefined && !checked }
    // The number of a row is its place in the order of one session.
    const canShare = way.takesInfile && keepsAll && !checked
    const rows = checked && { ...checked, staging: sqlName(staging) }
    const intake = canShare
      ? await parallelIntake(session, options, (part) => openFurther(way, request, part))
      : await openIntake(way, session, options)
    const release = async () => {
      await releaseTarget(session, fence, { isAlone })
      await session.query(NO_LOCK_LIMIT)
      sessions.release(session)
    }
    const { vanishing } = plan
    const tables = vanishedTables(fence)
    const { target } = fence
    const vanished = vanishing && vanishedSearch({ way, session, plan, vanishing, target, staging, tables })
    return mysqlLoad(
      defined({
        session,
        intake,
        text,
        zeros: lostZerosOf(plan.written),
        strategy,
        fence,
        keepsAll,
        replaced,
        vanished,
        removeViolations: rows && ((reject) => removeViolations(session, rows, reject)),
        find: finds && ((query, limit) => findStaged(asking(session), table, query, limit)),
        awaits,
        watching,
        secret: credentials.password,
        reconnect,
        signal: context.signal,
        release,
      }),
    )
  } catch (error) {
    await session.abandon()
    // CREATE TABLE is not part of a transaction.
    await reconnectAndDropTables(reconnect, fence)
    throw error
  }
}

function openFurther(
  { credentials, context }: LoadContext,
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
