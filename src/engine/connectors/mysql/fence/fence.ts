import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { Fence } from '../../../ports/target-request.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { digestOf, INTERNAL_PREFIX, sqlName, type TableName } from '../schema/table-name.ts'

export interface FenceKey extends Fence {
  readonly target: TableName
}

/** How long an older attempt may take to release its locks after it was ended, in seconds. */
export const LOCK_WAIT_SECONDS = 15

/**
 * Stores in the destination itself which attempt is the newest for a flow and a target, and what was committed last.
 * A paused worker that resumes finds a higher epoch here and cannot commit.
 */
export const fenceTable = (database: string): string => sqlName(bookkeepingTables(database).fence)

/** Where it keeps what belongs to no run alone. */
export const bookkeepingTables = (database: string) => ({
  fence: { database, name: `${INTERNAL_PREFIX}fence` },
  structure: { database, name: `${INTERNAL_PREFIX}structure` },
  /** The states of the tables that mirrors follow. */
  mirror: { database, name: `${INTERNAL_PREFIX}mirror` },
  /** Changes that wait. */
  changes: { database, name: `${INTERNAL_PREFIX}changes` },
})

type Attempts = Pick<FenceKey, 'flowId' | 'target'>

/** The same for all attempts of a flow at a target; their tables and their lock have names derived from it. */
export const attemptsName = ({ flowId, target }: Attempts) => digestOf(flowId, target.database, target.name)

export const VANISHED_KINDS = ['vanished', 'compared', 'returned'] as const

export type VanishedKind = (typeof VANISHED_KINDS)[number]

/** One of our tables beside the target: for staged rows, for the replaced rows, or for keys of rows that have vanished. */
export const attemptTable = (key: FenceKey, kind: 'staging' | 'retired' | VanishedKind): TableName => ({
  database: key.target.database,
  name: `${INTERNAL_PREFIX}${kind}_${attemptsName(key)}_${key.epoch}`,
})

/** The data that is stored with a commit. */
export interface CommitRecord {
  readonly rows: number
  readonly highWaterMark: string | undefined
}

/**
 * Notes in the destination itself which tables a flow has created and still owes their structure (`due`), or has given it (`built`), and which
 * foreign keys it has built: only those may be dropped while rows are replaced.
 */
export const recordsTable = (database: string): string => sqlName(bookkeepingTables(database).structure)

/** The sessions that an attempt may have in addition to its first one, which alone commits. */
export const FURTHER_PARTS = ['second', 'third'] as const

export type FurtherPart = (typeof FURTHER_PARTS)[number]

/** The sessions that write ranges: twice as many as ranges are copied at once, because the next ones are opened meanwhile. */
export const RANGE_PARTS = ['range 1', 'range 2', 'range 3', 'range 4', 'range 5', 'range 6'] as const

export type RangePart = (typeof RANGE_PARTS)[number]

type SessionPart = 'first' | FurtherPart | RangePart

/** The session holds it until it ends, so nobody else can commit for this flow and target. @throws ConnectorError */
export const takeLock = (session: MysqlSession, key: FenceKey, part: SessionPart = 'first'): Promise<void> =>
  takeNamedLock(session, lockName(key, part))

/** Called when no work is left at the target, so that the session can continue with another one. */
export async function releaseLock(session: MysqlSession, key: FenceKey): Promise<void> {
  await session.query('SELECT RELEASE_LOCK(?)', [lockName(key, 'first')])
}

export async function takeNamedLock(session: MysqlSession, name: string): Promise<void> {
  const [row] = await session.query('SELECT GET_LOCK(?, ?) AS taken', [name, LOCK_WAIT_SECONDS])
  if (row?.['taken'] !== '1') throw heldByOlder()
}

export const heldByOlder = () =>
  new ConnectorError({
    code: 'TABLE_BUSY',
    message: sentence`An older attempt of this flow still holds the target, and could not be ended.`,
    hint: sentence`End its session at the server (see SHOW PROCESSLIST), then run again.`,
    retryable: true,
  })

/** @param lock also locks out newer attempts until the transaction ends. @throws ConnectorError `FENCED` */
export async function refuseStale(session: MysqlSession, key: FenceKey, lock = false): Promise<void> {
  await askUnlessStale(session, key, { lock })
}

/** The same with another question in one query. @param question as SQL. @returns whether its answer is true */
export async function askUnlessStale(
  session: MysqlSession,
  { flowId, epoch, target }: FenceKey,
  { question = 'FALSE', lock = false }: { readonly question?: string; readonly lock?: boolean },
): Promise<boolean> {
  const [row] = await session.query(
    `SELECT epoch, ${question} AS answer FROM ${fenceTable(target.database)} WHERE flow_id = ? AND target = ?${lock ? ' FOR UPDATE' : ''}`,
    [flowId, target.name],
  )
  if (row?.['epoch'] !== String(epoch)) throw fenced()
  return row['answer'] === '1'
}

export const fenced = () =>
  new ConnectorError({
    code: 'FENCED',
    message: sentence`A newer attempt of this flow has taken over. This attempt changes nothing more.`,
  })

export async function recordCommit(
  session: MysqlSession,
  key: FenceKey,
  { rows, highWaterMark }: CommitRecord,
): Promise<void> {
  const { flowId, runId, epoch, target } = key
  await session.query(
    `UPDATE ${fenceTable(target.database)} SET committed_epoch = epoch, committed_run_id = ?, committed_rows = ?, committed_bound = ?, committed_at = NOW(6)
     WHERE flow_id = ? AND target = ? AND epoch = ?`,
    [runId, rows, highWaterMark ?? null, flowId, target.name, String(epoch)],
  )
}

/** Whether this attempt has recorded its commit. */
export async function hasRecordedCommit(session: MysqlSession, key: FenceKey): Promise<boolean> {
  const { flowId, runId, epoch, target } = key
  const [row] = await session.query(
    `SELECT committed_epoch = ? AND committed_run_id = ? AS ours FROM ${fenceTable(target.database)}
     WHERE flow_id = ? AND target = ?`,
    [String(epoch), runId, flowId, target.name],
  )
  return row?.['ours'] === '1'
}

export const lockName = (key: Attempts, part: SessionPart) =>
  `millrace:${attemptsName(key)}${part === 'first' ? '' : `:${part}`}`
