import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { Committed, Fence } from '../../../ports/destination.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { digestOf, INTERNAL_PREFIX, sqlName, type TableName } from '../schema/table-name.ts'
import { dropRetired } from './retired-table.ts'

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
})

type Attempts = Pick<FenceKey, 'flowId' | 'target'>

/** The same for all attempts of a flow at a target; their tables and their lock have names derived from it. */
const attemptsName = ({ flowId, target }: Attempts) => digestOf(flowId, target.database, target.name)

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

/** The state of a target in the fence: a newer attempt has raised it, or this run has already committed. */
export type RaisedFence = 'fenced' | { readonly committed?: Committed }

/** Number of targets per statement, well below the limit of the smallest servers. */
const TARGETS_AT_ONCE = 300

/**
 * Locks out older attempts at several targets of one database: their sessions are ended and their tables are dropped, so that the
 * rename that would make their rows visible fails. A session that takes their lock later finds the newer epoch.
 * @returns the state of each target, by its name without the database
 */
export async function raiseFences(
  session: MysqlSession,
  keys: readonly FenceKey[],
): Promise<ReadonlyMap<string, RaisedFence>> {
  const raised = new Map<string, RaisedFence>()
  for (let at = 0; at < keys.length; at += TARGETS_AT_ONCE)
    for (const one of await raiseSome(session, keys.slice(at, at + TARGETS_AT_ONCE))) raised.set(...one)
  const ours = keys.filter(({ target }) => raised.get(target.name) !== 'fenced')
  for (let at = 0; at < ours.length; at += TARGETS_AT_ONCE)
    await endOlderAttempts(session, ours.slice(at, at + TARGETS_AT_ONCE))
  await dropOlderTables(session, ours)
  return raised
}

/** @param keys of one attempt in one database */
async function raiseSome(session: MysqlSession, keys: readonly FenceKey[]): Promise<ReadonlyMap<string, RaisedFence>> {
  const [first] = keys
  if (!first) return new Map()
  const { flowId, runId, epoch } = first
  const { database } = first.target
  const table = fenceTable(database)
  const [found] = await session.query(
    'SELECT 1 AS found FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?',
    [database, `${INTERNAL_PREFIX}fence`],
  )
  if (!found) await session.query(FENCE_TABLE(table))
  if (first.copiesStructure) await session.query(NOTES_TABLE(database))
  // In a fixed order, so that two attempts that raise several fences at the same time cannot deadlock.
  const names = keys.map(({ target }) => target.name).sort()
  await session.query(
    `INSERT INTO ${table} (flow_id, target, epoch, run_id, raised_at) VALUES ${names.map(() => '(?, ?, ?, ?, NOW(6))').join(', ')}
     ON DUPLICATE KEY UPDATE run_id = IF(epoch <= VALUES(epoch), VALUES(run_id), run_id),
       raised_at = IF(epoch <= VALUES(epoch), VALUES(raised_at), raised_at), epoch = GREATEST(epoch, VALUES(epoch))`,
    names.flatMap((name) => [flowId, name, String(epoch), runId]),
  )
  const rows = await session.query(
    `SELECT target, epoch, committed_run_id = ? AS ours, committed_rows AS n, committed_bound AS bound FROM ${table}
     WHERE flow_id = ? AND target IN (${names.map(() => '?').join(', ')})`,
    [runId, flowId, ...names],
  )
  const raised = new Map(
    rows.map((row): [string, RaisedFence] => {
      if (row['epoch'] !== String(epoch)) return [row['target'] ?? '', 'fenced']
      const committed = { rows: Number(row['n']), ...defined({ highWaterMark: row['bound'] ?? undefined }) }
      return [row['target'] ?? '', row['ours'] === '1' ? { committed } : {}]
    }),
  )
  return new Map(names.map((name) => [name, raised.get(name) ?? 'fenced']))
}

const FENCE_TABLE = (table: string) => `CREATE TABLE IF NOT EXISTS ${table} (
  flow_id varchar(64) NOT NULL, target varchar(64) NOT NULL, epoch bigint NOT NULL, run_id varchar(64) NOT NULL, raised_at datetime(6) NOT NULL,
  committed_epoch bigint, committed_run_id varchar(64), committed_rows bigint, committed_bound longtext, committed_at datetime(6), PRIMARY KEY (flow_id, target))
  ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`

/**
 * Notes in the destination itself which tables a flow has created and still owes their structure (`due`), or has given it (`built`), and which
 * foreign keys it has built: only those may be dropped while rows are replaced.
 */
export const recordsTable = (database: string): string => sqlName(bookkeepingTables(database).structure)

const NOTES_TABLE = (database: string) => `CREATE TABLE IF NOT EXISTS ${recordsTable(database)} (
  flow_id varchar(64) NOT NULL, target varchar(64) NOT NULL, state varchar(16) NOT NULL, foreign_keys longtext NOT NULL, noted_at datetime(6) NOT NULL,
  PRIMARY KEY (flow_id, target)) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`

/** The sessions that an attempt may have in addition to its first one, which alone commits. */
export const FURTHER_PARTS = ['second', 'third'] as const

export type FurtherPart = (typeof FURTHER_PARTS)[number]

type SessionPart = 'first' | FurtherPart

/** The session holds it until it ends, so nobody else can commit for this flow and target. @throws ConnectorError */
export const takeLock = (session: MysqlSession, key: FenceKey, part: SessionPart = 'first'): Promise<void> =>
  takeNamedLock(session, lockName(key, part))

/** Called when no work is left at the target, so that the session can continue with another one. */
export async function releaseLock(session: MysqlSession, key: FenceKey): Promise<void> {
  await session.query('SELECT RELEASE_LOCK(?)', [lockName(key, 'first')])
}

async function takeNamedLock(session: MysqlSession, name: string): Promise<void> {
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
    retryable: false,
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

/** A free lock needs no second check: a session that takes it later reads the fence. */
async function endOlderAttempts(session: MysqlSession, keys: readonly FenceKey[]): Promise<void> {
  const locks = keys.flatMap((key) => (['first', ...FURTHER_PARTS] as const).map((part) => lockName(key, part)))
  if (locks.length === 0) return
  const [row] = await session.query(
    `SELECT ${locks.map((_, at) => `IS_USED_LOCK(?) AS ${holderOf(at)}`).join(', ')}`,
    locks,
  )
  const own = String(session.facts.threadId)
  const held = locks.flatMap((lock, at) => {
    const holder = row?.[holderOf(at)]
    return holder == null || holder === own ? [] : [{ lock, holder }]
  })
  // The session may belong to another account; then the lock query shows the blocking session.
  for (const holder of new Set(held.map((one) => one.holder)))
    await session.query(`KILL ${Number(holder)}`).catch(() => {})
  for (const { lock } of held) {
    await takeNamedLock(session, lock)
    await session.query('SELECT RELEASE_LOCK(?)', [lock])
  }
}

const holderOf = (at: number) => `holder_${at}`

/** Never the tables of a newer attempt, which may have begun in the meantime. */
async function dropOlderTables(session: MysqlSession, keys: readonly FenceKey[]): Promise<void> {
  const [first] = keys
  if (!first) return
  const { epoch, target } = first
  const rows = await session.query(
    'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME REGEXP ?',
    [target.database, `^${INTERNAL_PREFIX}(staging|retired|${VANISHED_KINDS.join('|')})_`],
  )
  const attempts = new Map(keys.map((key) => [attemptsName(key), key]))
  for (const { name } of rows) {
    const [, attempt = '', made = ''] = /_([0-9a-f]+)_(\d+)$/.exec(name ?? '') ?? []
    const key = attempts.get(attempt)
    if (!key || BigInt(made) > epoch) continue
    const left = { database: target.database, name: name ?? '' }
    if (left.name === attemptTable({ ...key, epoch: BigInt(made) }, 'retired').name)
      await dropRetired(session, { target: key.target, retired: left, spare: attemptTable(key, 'staging') })
    else await session.query(`DROP TABLE IF EXISTS ${sqlName(left)}`)
  }
}
