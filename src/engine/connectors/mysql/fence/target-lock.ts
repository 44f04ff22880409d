import { heldByRun, type TargetHolder } from '../../shared/held-target.ts'
import type { MysqlSession, TextRow } from '../driver/mysql-session.ts'
import { digestOf, entityName, type TableName } from '../schema/table-name.ts'
import {
  bookkeepingTables,
  type FenceKey,
  fenced,
  fenceTable,
  heldByOlder,
  LOCK_WAIT_SECONDS,
  lockName,
} from './fence.ts'

export interface TargetHold {
  /** Whoever replaces rows has a target alone; whoever adds rows has it together with others that do. */
  readonly isAlone: boolean
}

/** Of whoever replaces the rows of a target, beside the lock of the attempt, which shows to them who adds rows. */
const aloneLock = ({ database, name }: TableName) => `millrace:alone:${digestOf(database, name)}`

/** A session that has just ended may hold it for another moment, in seconds. */
const PATIENCE = 1

/**
 * Takes the lock of the attempt and the target. Nobody waits for another flow: the rows of whoever came second would be read for nothing.
 * @throws ConnectorError `FENCED`, or `CONFLICT` with the run of another flow that has the target
 */
export async function takeTarget(session: MysqlSession, key: FenceKey, { isAlone }: TargetHold): Promise<void> {
  const { flowId, epoch, target } = key
  const alone = isAlone ? 'GET_LOCK(?, ?)' : 'IS_FREE_LOCK(?)'
  const [row] = await session.query(`SELECT GET_LOCK(?, ?) AS taken, ${alone} AS free`, [
    ...[lockName(key, 'first'), LOCK_WAIT_SECONDS],
    ...(isAlone ? [aloneLock(target), PATIENCE] : [aloneLock(target)]),
  ])
  if (row?.['taken'] !== '1') throw heldByOlder()
  const isFree = row['free'] === '1'
  const flows = await session.query(
    `SELECT flow_id, epoch, run_id, DATE_FORMAT(raised_at, '%Y-%m-%d %H:%i:%s') AS since FROM ${fenceTable(target.database)} WHERE target = ?`,
    [target.name],
  )
  if (flows.find((flow) => flow['flow_id'] === flowId)?.['epoch'] !== String(epoch)) throw fenced()
  const others = flows.filter((flow) => flow['flow_id'] !== flowId)
  if (isFree && (!isAlone || others.length === 0)) return
  const holder = await holderOf(session, target, others)
  if (holder || !isFree) throw heldByRun(entityName(target), holder)
}

/** The same for SQL before the rows, when no fence is raised yet; until the session ends. @throws ConnectorError `CONFLICT` */
export async function holdTarget(
  session: MysqlSession,
  { flowId, target }: FenceKey,
  { isAlone }: TargetHold,
): Promise<void> {
  const alone = isAlone ? 'GET_LOCK(?, ?)' : 'IS_FREE_LOCK(?)'
  const [row] = await session.query(`SELECT ${alone} AS free`, [aloneLock(target), ...(isAlone ? [PATIENCE] : [])])
  const isFree = row?.['free'] === '1'
  if (isFree && !isAlone) return
  const [table] = await session.query(
    'SELECT 1 AS found FROM information_schema.tables WHERE table_schema = ? AND table_name = ?',
    [target.database, bookkeepingTables(target.database).fence.name],
  )
  const others = table
    ? await session.query(
        `SELECT flow_id, run_id, DATE_FORMAT(raised_at, '%Y-%m-%d %H:%i:%s') AS since FROM ${fenceTable(target.database)} WHERE target = ? AND flow_id <> ?`,
        [target.name, flowId],
      )
    : []
  const holder = await holderOf(session, target, others)
  if ((holder && others.length > 0) || !isFree) throw heldByRun(entityName(target), holder)
}

/** Called when no work is left at the target, so that the session can continue with another one. */
export async function releaseTarget(session: MysqlSession, key: FenceKey, { isAlone }: TargetHold): Promise<void> {
  const locks = [lockName(key, 'first'), ...(isAlone ? [aloneLock(key.target)] : [])]
  await session.query(`SELECT ${locks.map(() => 'RELEASE_LOCK(?)').join(', ')}`, locks)
}

/** The attempt of another flow that is at work at the target; one that replaces its rows comes first. */
async function holderOf(
  session: MysqlSession,
  target: TableName,
  flows: readonly TextRow[],
): Promise<TargetHolder | undefined> {
  const locks = flows.map((row) => lockName({ flowId: row['flow_id'] ?? '', target }, 'first'))
  const asked = [aloneLock(target), ...locks]
  const [holders] = await session.query(
    `SELECT ${asked.map((_, at) => `IS_USED_LOCK(?) AS holder_${at}`).join(', ')}`,
    asked,
  )
  const found = flows.flatMap(({ run_id: run, since }, at) => {
    const process = holders?.[`holder_${at + 1}`]
    return process == null ? [] : [{ process, run, since }]
  })
  return found.find(({ process }) => process === holders?.['holder_0']) ?? found[0]
}
