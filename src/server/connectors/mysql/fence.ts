import { ConnectorError } from '../connector.ts'
import type { Committed, Fence } from '../destination.ts'
import type { MysqlSession } from './mysql-session.ts'
import type { TableName } from './table-name.ts'
import { digestOf, OWN_PREFIX, sqlName } from './table-name.ts'

export interface FenceKey extends Fence {
  readonly target: TableName
}

/** How long an older attempt may take to let go once it was told to end, in seconds. */
const LOCK_WAIT_SECONDS = 15

/**
 * Remembers in the destination itself which attempt is the newest for a flow and a target, and what was committed last.
 * A worker that was paused and wakes up finds a higher epoch here and cannot commit.
 */
const fenceTable = (database: string): string => sqlName({ database, name: `${OWN_PREFIX}fence` })

/** The same for all attempts of a flow at a target; their tables and their lock are named after it. */
const attemptsName = ({ flowId, target }: FenceKey) => digestOf(flowId, target.database, target.name)

/** A table of ours beside the target: where rows wait, or what they replaced. */
export const ownTable = (key: FenceKey, kind: 'staging' | 'retired'): TableName => ({
  database: key.target.database,
  name: `${OWN_PREFIX}${kind}_${attemptsName(key)}_${key.epoch}`,
})

/** What is noted with a commit. */
export interface CommitNote {
  readonly rows: number
  readonly bound: string | undefined
}

/**
 * Shuts older attempts out from now on: their session is ended, their lock taken over, and their tables are gone, so that the rename
 * that would show their rows fails. @returns what this run has committed, if an earlier attempt of it has.
 * @throws ConnectorError `FENCED` when a newer one did so before
 */
export async function raiseFence(session: MysqlSession, key: FenceKey): Promise<Committed | undefined> {
  const { flowId, runId, epoch, target } = key
  const table = fenceTable(target.database)
  const [found] = await session.query(
    'SELECT 1 AS found FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?',
    [target.database, `${OWN_PREFIX}fence`],
  )
  if (!found) await session.query(FENCE_TABLE(table))
  await session.query(
    `INSERT INTO ${table} (flow_id, target, epoch, run_id, raised_at) VALUES (?, ?, ?, ?, NOW(6))
     ON DUPLICATE KEY UPDATE run_id = IF(epoch <= VALUES(epoch), VALUES(run_id), run_id),
       raised_at = IF(epoch <= VALUES(epoch), VALUES(raised_at), raised_at), epoch = GREATEST(epoch, VALUES(epoch))`,
    [flowId, target.name, String(epoch), runId],
  )
  await refuseStale(session, key)
  for (const part of ['first', ...FURTHER_PARTS] as const) {
    await endOlderAttempt(session, key, part)
    await takeLock(session, key, part)
  }
  // Ours are opened later, if at all.
  for (const part of FURTHER_PARTS) await session.query('SELECT RELEASE_LOCK(?)', [lockName(key, part)])
  await dropOlderTables(session, key)
  const [row] = await session.query(
    `SELECT committed_rows AS n, committed_bound AS bound FROM ${table} WHERE flow_id = ? AND target = ? AND committed_run_id = ?`,
    [flowId, target.name, runId],
  )
  return row && { rows: Number(row['n']), ...(row['bound'] != null && { bound: row['bound'] }) }
}

const FENCE_TABLE = (table: string) => `CREATE TABLE IF NOT EXISTS ${table} (
  flow_id varchar(64) NOT NULL, target varchar(64) NOT NULL, epoch bigint NOT NULL, run_id varchar(64) NOT NULL, raised_at datetime(6) NOT NULL,
  committed_epoch bigint, committed_run_id varchar(64), committed_rows bigint, committed_bound longtext, committed_at datetime(6), PRIMARY KEY (flow_id, target))
  ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`

/** The sessions that an attempt may have beside its first one, which alone commits. */
export const FURTHER_PARTS = ['second', 'third'] as const

export type FurtherPart = (typeof FURTHER_PARTS)[number]

type SessionPart = 'first' | FurtherPart

/** Held by the session for as long as it lives, so nobody else commits for this flow and target meanwhile. @throws ConnectorError */
export async function takeLock(session: MysqlSession, key: FenceKey, part: SessionPart = 'first'): Promise<void> {
  const [row] = await session.query('SELECT GET_LOCK(?, ?) AS taken', [lockName(key, part), LOCK_WAIT_SECONDS])
  if (row?.['taken'] === '1') return
  throw new ConnectorError({
    code: 'TABLE_BUSY',
    message: 'An older attempt of this flow still holds the target, and could not be ended.',
    hint: 'End its session at the server (see SHOW PROCESSLIST), then run again.',
    retryable: true,
  })
}

/** @param lock also keeps newer attempts out until the transaction ends. @throws ConnectorError `FENCED` */
export async function refuseStale(session: MysqlSession, key: FenceKey, lock = false): Promise<void> {
  const { flowId, epoch, target } = key
  const [row] = await session.query(
    `SELECT epoch FROM ${fenceTable(target.database)} WHERE flow_id = ? AND target = ?${lock ? ' FOR UPDATE' : ''}`,
    [flowId, target.name],
  )
  if (row?.['epoch'] === String(epoch)) return
  throw new ConnectorError({
    code: 'FENCED',
    message: 'A newer attempt of this flow has taken over; this one changes nothing any more.',
    retryable: false,
  })
}

export async function noteCommitted(session: MysqlSession, key: FenceKey, { rows, bound }: CommitNote): Promise<void> {
  const { flowId, runId, epoch, target } = key
  await session.query(
    `UPDATE ${fenceTable(target.database)} SET committed_epoch = epoch, committed_run_id = ?, committed_rows = ?, committed_bound = ?, committed_at = NOW(6)
     WHERE flow_id = ? AND target = ? AND epoch = ?`,
    [runId, rows, bound ?? null, flowId, target.name, String(epoch)],
  )
}

/** Whether this very attempt has noted its commit. */
export async function hasNotedCommit(session: MysqlSession, key: FenceKey): Promise<boolean> {
  const { flowId, runId, epoch, target } = key
  const [row] = await session.query(
    `SELECT committed_epoch = ? AND committed_run_id = ? AS ours FROM ${fenceTable(target.database)}
     WHERE flow_id = ? AND target = ?`,
    [String(epoch), runId, flowId, target.name],
  )
  return row?.['ours'] === '1'
}

const lockName = (key: FenceKey, part: SessionPart) =>
  `millrace:${attemptsName(key)}${part === 'first' ? '' : `:${part}`}`

async function endOlderAttempt(session: MysqlSession, key: FenceKey, part: SessionPart): Promise<void> {
  const [row] = await session.query('SELECT IS_USED_LOCK(?) AS holder, CONNECTION_ID() AS own', [lockName(key, part)])
  if (row?.['holder'] == null || row['holder'] === row['own']) return
  // It may belong to another account; then the lock says what is in the way.
  await session.query(`KILL ${Number(row['holder'])}`).catch(() => {})
}

async function dropOlderTables(session: MysqlSession, key: FenceKey): Promise<void> {
  const rows = await session.query(
    'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME REGEXP ?',
    [key.target.database, `^${OWN_PREFIX}(staging|retired)_${attemptsName(key)}_`],
  )
  for (const { name } of rows) {
    await session.query(`DROP TABLE IF EXISTS ${sqlName({ database: key.target.database, name: name ?? '' })}`)
  }
}
