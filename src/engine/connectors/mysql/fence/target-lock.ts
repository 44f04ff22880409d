import { heldByRun, type TargetHolder } from '../../shared/held-target.ts'
import type { TargetLocks } from '../../sql/kept-targets.ts'
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

/** Of those who hold a target for SQL before rows that they will add: MySQL has no lock that several share. */
const SHARES = 8
const sharedLocks = ({ database, name }: TableName) =>
  Array.from({ length: SHARES }, (_, at) => `millrace:adds:${digestOf(database, name)}:${at}`)

/** Of the session that holds targets for SQL before the rows, so that a newer attempt finds it. */
const keeperLock = (key: Pick<FenceKey, 'flowId' | 'target'>) => `${lockName(key, 'first')}:kept`

/** A session that has just ended may hold it for another moment, in seconds. */
const PATIENCE = 1

const areFree = (locks: readonly string[]) => locks.map(() => 'IS_FREE_LOCK(?)').join(' AND ')

/** Takes the first of several locks that is free. */
const oneOf = (locks: readonly string[]) => locks.reduceRight((others) => `IF(GET_LOCK(?, 0), 1, ${others})`, '0')

/**
 * Takes the lock of the attempt and the target. Nobody waits for another flow: the rows of whoever came second would be read for nothing.
 * @throws ConnectorError `FENCED`, or `CONFLICT` with the run of another flow that has the target
 */
export async function takeTarget(session: MysqlSession, key: FenceKey, { isAlone }: TargetHold): Promise<void> {
  const { flowId, epoch, target } = key
  const shares = sharedLocks(target)
  const free = isAlone
    ? { sql: `GET_LOCK(?, ?) AS alone, ${areFree(shares)} AS free`, values: [aloneLock(target), PATIENCE, ...shares] }
    : { sql: '1 AS alone, IS_FREE_LOCK(?) AS free', values: [aloneLock(target)] }
  const isFreeIn = (found: TextRow | undefined) => found?.['alone'] === '1' && found['free'] === '1'
  // One question for both: it is asked for each of thousands of tables.
  const [row] = await session.query(`SELECT GET_LOCK(?, ?) AS taken, ${free.sql}`, [
    ...[lockName(key, 'first'), LOCK_WAIT_SECONDS],
    ...free.values,
  ])
  if (row?.['taken'] !== '1') throw heldByOlder()
  const isFree =
    isFreeIn(row) ||
    ((await endKeeper(session, key)) && isFreeIn((await session.query(`SELECT ${free.sql}`, free.values))[0]))
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

/** A session holds targets for SQL before the rows, until their loads take them. */
export const targetLocks = (parse: (target: string) => TableName): TargetLocks<MysqlSession> => ({
  async take(session, targets) {
    for (const { target, fence, isAlone } of targets)
      await keepTarget(session, { ...fence, target: parse(target) }, { isAlone })
  },
  async give(session, { target: entity, fence, isAlone }) {
    const target = parse(entity)
    const own = isAlone ? [aloneLock(target)] : sharedLocks(target)
    const locks = [keeperLock({ ...fence, target }), ...own]
    await session.query(`SELECT ${locks.map(() => 'RELEASE_LOCK(?)').join(', ')}`, locks)
  },
  async writers(session, targets) {
    const writers: Record<string, string> = {}
    for (const { target: entity, fence } of targets) {
      const flows = await otherFlows(session, parse(entity), fence.flowId)
      const commits = flows.flatMap(({ flow_id: flow, commit }) => (commit == null ? [] : [`${flow} ${commit}`]))
      if (commits.length > 0) writers[entity] = commits.sort().join(', ')
    }
    return writers
  },
})

async function keepTarget(session: MysqlSession, key: FenceKey, { isAlone }: TargetHold): Promise<void> {
  const { flowId, target } = key
  const shares = sharedLocks(target)
  await endKeeper(session, key)
  const [kept] = await session.query('SELECT GET_LOCK(?, ?) AS taken', [keeperLock(key), LOCK_WAIT_SECONDS])
  if (kept?.['taken'] !== '1') throw heldByOlder()
  // First the own lock, then the look at those of others: of two at once, one sees the other.
  const [row] = isAlone
    ? await session.query(`SELECT GET_LOCK(?, ?) AS mine, ${areFree(shares)} AS free`, [
        ...[aloneLock(target), PATIENCE],
        ...shares,
      ])
    : await session.query(`SELECT ${oneOf(shares)} AS mine, IS_FREE_LOCK(?) AS free`, [...shares, aloneLock(target)])
  const isFree = row?.['mine'] === '1' && row['free'] === '1'
  if (isFree && !isAlone) return
  const others = await otherFlows(session, target, flowId)
  const holder = await holderOf(session, target, others)
  if ((holder && others.length > 0) || !isFree) throw heldByRun(entityName(target), holder)
}

/** The flows that have ever written the target, when no fence may be raised yet. */
async function otherFlows(
  session: MysqlSession,
  { database, name }: TableName,
  flowId: string,
): Promise<readonly TextRow[]> {
  const [table] = await session.query(
    'SELECT 1 AS found FROM information_schema.tables WHERE table_schema = ? AND table_name = ?',
    [database, bookkeepingTables(database).fence.name],
  )
  if (!table) return []
  return session.query(
    `SELECT flow_id, run_id, CONCAT(committed_run_id, ' ', committed_epoch) AS commit, DATE_FORMAT(raised_at, '%Y-%m-%d %H:%i:%s') AS since
     FROM ${fenceTable(database)} WHERE target = ? AND flow_id <> ?`,
    [name, flowId],
  )
}

/** Ends the session of an older attempt that holds the target for its SQL. @returns whether there was one */
async function endKeeper(session: MysqlSession, key: FenceKey): Promise<boolean> {
  const [row] = await session.query('SELECT IS_USED_LOCK(?) AS keeper', [keeperLock(key)])
  const keeper = row?.['keeper']
  if (keeper == null || keeper === String(session.facts.threadId)) return false
  await session.query(`KILL ${Number(keeper)}`).catch(() => {})
  await session.query('SELECT GET_LOCK(?, ?), RELEASE_LOCK(?)', [
    ...[keeperLock(key), LOCK_WAIT_SECONDS],
    keeperLock(key),
  ])
  return true
}

/** Called when no work is left at the target, so that the session can continue with another one. */
export async function releaseTarget(session: MysqlSession, key: FenceKey, { isAlone }: TargetHold): Promise<void> {
  const locks = [lockName(key, 'first'), ...(isAlone ? [aloneLock(key.target)] : [])]
  await session.query(`SELECT ${locks.map(() => 'RELEASE_LOCK(?)').join(', ')}`, locks)
}

/** The session of another flow that is at work at the target; one that replaces its rows comes first. */
async function holderOf(
  session: MysqlSession,
  target: TableName,
  flows: readonly TextRow[],
): Promise<TargetHolder | undefined> {
  const locks = flows.map((row) => lockName({ flowId: row['flow_id'] ?? '', target }, 'first'))
  const asked = [aloneLock(target), ...sharedLocks(target), ...locks]
  const [holders] = await session.query(
    `SELECT ${asked.map((_, at) => `IS_USED_LOCK(?) AS holder_${at}`).join(', ')}`,
    asked,
  )
  const own = String(session.facts.threadId)
  const keepers = asked.slice(0, 1 + SHARES).flatMap((_, at) => holders?.[`holder_${at}`] ?? [])
  const found = flows.flatMap(({ run_id: run, since }, at) => {
    const process = holders?.[`holder_${at + 1 + SHARES}`]
    return process == null ? [] : [{ process, run, since }]
  })
  const [keeper] = keepers.filter((process) => process !== own)
  return (
    found.find(({ process }) => process === holders?.['holder_0']) ??
    found[0] ??
    (keeper === undefined ? undefined : { process: keeper })
  )
}
