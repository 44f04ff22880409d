import { defined } from '../../../../core/catalog/defined.ts'
import type { Committed } from '../../../ports/target.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { INTERNAL_PREFIX, sqlName } from '../schema/table-name.ts'
import {
  attemptsName,
  attemptTable,
  type FenceKey,
  FURTHER_PARTS,
  fenceTable,
  lockName,
  RANGE_PARTS,
  recordsTable,
  takeNamedLock,
  VANISHED_KINDS,
} from './fence.ts'
import { dropLeftovers } from './range-ledger.ts'
import { dropRetired } from './retired-table.ts'

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
  const [first] = ours
  if (first) await dropLeftovers(session, first.target.database, first)
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
  if (found) await endOlderAttempts(session, await attemptedBefore(session, keys))
  else await session.query(FENCE_TABLE(table))
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

const NOTES_TABLE = (database: string) => `CREATE TABLE IF NOT EXISTS ${recordsTable(database)} (
  flow_id varchar(64) NOT NULL, target varchar(64) NOT NULL, state varchar(16) NOT NULL, foreign_keys longtext NOT NULL, noted_at datetime(6) NOT NULL,
  PRIMARY KEY (flow_id, target)) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`

/**
 * The targets at which an older attempt has begun: one that stands still in the middle of its commit holds the row of its fence, which could not be
 * raised before the server has ended its session.
 */
async function attemptedBefore(session: MysqlSession, keys: readonly FenceKey[]): Promise<readonly FenceKey[]> {
  const [first] = keys
  if (!first) return []
  const { flowId, epoch, target } = first
  const rows = await session.query(
    `SELECT target FROM ${fenceTable(target.database)} WHERE flow_id = ? AND epoch < ? AND target IN (${keys.map(() => '?').join(', ')})`,
    [flowId, String(epoch), ...keys.map((key) => key.target.name)],
  )
  const names = new Set(rows.map((row) => row['target']))
  return keys.filter((key) => names.has(key.target.name))
}

/** A free lock needs no second check: a session that takes it later reads the fence. */
async function endOlderAttempts(session: MysqlSession, keys: readonly FenceKey[]): Promise<void> {
  const locks = keys.flatMap((key) =>
    (['first', ...FURTHER_PARTS, ...RANGE_PARTS] as const).map((part) => lockName(key, part)),
  )
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
