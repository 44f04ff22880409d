import type { AppliedTable, ChangedTable } from '../../../ports/change-batch.ts'
import { type StagedKinds, stagedChanges } from '../../sql/changes/staged-changes.ts'
import { unsignedIn, zerosIn } from '../../sql/changes/unsigned-values.ts'
import type { CopyIn, PostgresSession } from '../driver/postgres-session.ts'
import { copyInStatement } from '../rows/copy-statement.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { onlyRows, type RowsOwner, sqlName } from '../schema/relation-name.ts'

/** A table that follows one of the source. */
export interface FollowingTable {
  readonly target: RowsOwner
  /** As SQL: a table of the session, emptied at each commit. */
  readonly staging: string
  /** It may have rows of the open transaction. */
  isStaged?: boolean
  /** Columns that cannot be updated: the server computes them or gives them itself. */
  readonly fixed: readonly string[]
  /** Columns of numbers that have no -0. */
  readonly decimals: ReadonlySet<string>
}

const KIND = '_millrace_kind'
const UNCHANGED = '_millrace_unchanged'
const before = (index: number) => `_millrace_before_${index}`

/** Part of a transaction. @param columns with the key in it */
export async function createStaging(
  session: PostgresSession,
  { target, staging }: FollowingTable,
  columns: readonly string[],
  key: readonly string[],
): Promise<void> {
  const old = key.map((name, index) => `, ${quoteIdentifier(name)} AS ${before(index)}`).join('')
  await session.query(
    `CREATE TEMP TABLE ${staging} ON COMMIT DELETE ROWS AS SELECT 'i'::"char" AS ${KIND}, ''::text AS ${UNCHANGED}${old}, ${listOf(columns)} FROM ${onlyRows(target)} WITH NO DATA`,
  )
}

/** Part of a transaction: writes the last states of changed rows. @throws the server's own errors */
export async function applyChanges(
  session: PostgresSession,
  following: FollowingTable,
  changed: ChangedTable,
): Promise<AppliedTable> {
  const { target, staging } = following
  const { columns } = changed.table
  const key = changed.table.key.map((place) => columns[place] ?? '')
  if (changed.isEmptied) await session.query(`TRUNCATE ${onlyRows(target)}`)
  const { current, removed, added, taken } = changed
  if (current.size + removed.size + added.length + taken.size === 0)
    return { name: changed.table.name, inserted: 0, updated: 0, deleted: 0, divergent: 0 }
  // Rows that are only deleted would be read again by every later part of a large transaction.
  if (following.isStaged) await session.query(`TRUNCATE ${staging}`)
  following.isStaged = true
  const staged = [KIND, UNCHANGED, ...key.map((_, index) => before(index)), ...columns]
  const copy = await session.copyIn(copyInStatement(staging, staged, 'copy-text', false))
  const kinds = await writeStaged(copy, changed)
  copy.end()
  await copy.done
  const written = await writeOrRebuild(session, following, { columns, key, kinds })
  const lost = zerosIn(
    changed,
    columns.map((name) => (following.decimals.has(name) ? name : undefined)),
  )
  return { name: changed.table.name, ...written, ...unsignedIn(lost.found) }
}

async function writeStaged(copy: CopyIn, changed: ChangedTable): Promise<StagedKinds> {
  const pieces = stagedChanges(changed)
  for (let next = pieces.next(); ; next = pieces.next()) {
    if (next.done) return next.value
    // A server that refuses a row reads no other.
    if (!copy.write(next.value)) await Promise.race([copy.drained(), copy.done])
  }
}

/** Rows that exchange their unique values within a batch collide if they are written one kind after the other. */
async function writeOrRebuild(
  session: PostgresSession,
  following: FollowingTable,
  staged: Staged,
): Promise<Omit<AppliedTable, 'name'>> {
  await session.query('SAVEPOINT before_changes')
  try {
    const written = await write(session, following, staged)
    await session.query('RELEASE before_changes')
    return written
  } catch (error) {
    if (!isUniqueViolation(error) || staged.key.length === 0) throw error
    await session.query('ROLLBACK TO before_changes; RELEASE before_changes')
    return rebuild(session, following, staged)
  }
}

/** Every row that the batch touches is removed, with the values that only the table has, and comes again. */
async function rebuild(
  session: PostgresSession,
  { target, staging }: FollowingTable,
  { columns, key, kinds }: Staged,
): Promise<Omit<AppliedTable, 'name'>> {
  const table = onlyRows(target)
  const same = key.map((name) => `target.${quoteIdentifier(name)} = staged.${quoteIdentifier(name)}`).join(' AND ')
  await session.query(fetchStatement(table, staging, columns, key, 'i'))
  await session.query(fetchStatement(table, staging, columns, key, 'u'))
  const touched = (kind: string) =>
    session.execute(
      `DELETE FROM ${table} AS target USING ${staging} AS staged WHERE staged.${KIND} = '${kind}' AND ${same}`,
    )
  const deleted = await touched('d')
  const updated = await touched('u')
  const strangers = await touched('i')
  const list = listOf(columns)
  await session.execute(
    `INSERT INTO ${sqlName(target)} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM ${staging} WHERE ${KIND} <> 'd' AND ${UNCHANGED} = ''`,
  )
  const divergent = kinds.removed - deleted + kinds.updated - updated + strangers
  return { inserted: kinds.inserted - strangers, updated, deleted, divergent }
}

const isUniqueViolation = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23505'

interface Staged {
  readonly columns: readonly string[]
  readonly key: readonly string[]
  readonly kinds: StagedKinds
}

async function write(
  session: PostgresSession,
  { target, staging, fixed }: FollowingTable,
  { columns, key, kinds }: Staged,
): Promise<Omit<AppliedTable, 'name'>> {
  const table = onlyRows(target)
  const same = key.map((name) => `target.${quoteIdentifier(name)} = staged.${quoteIdentifier(name)}`).join(' AND ')
  if (kinds.areMoved) await session.query(fetchStatement(table, staging, columns, key, 'i'))
  const deleted =
    kinds.removed > 0
      ? await session.execute(
          key.length > 0
            ? `DELETE FROM ${table} AS target USING ${staging} AS staged WHERE staged.${KIND} = 'd' AND ${same}`
            : takeStatement(table, staging, columns),
        )
      : 0
  let updated = 0
  for (const set of kinds.unchangedSets) {
    const places = new Set(set.split(','))
    const changes = columns.filter(
      (name, place) => !places.has(String(place)) && !key.includes(name) && !fixed.includes(name),
    )
    const where = `staged.${KIND} = 'u' AND staged.${UNCHANGED} = '${set}' AND ${same}`
    const list = changes.map((name) => `${quoteIdentifier(name)} = staged.${quoteIdentifier(name)}`).join(', ')
    updated +=
      changes.length > 0
        ? await session.execute(`UPDATE ${table} AS target SET ${list} FROM ${staging} AS staged WHERE ${where}`)
        : await session.execute(`SELECT FROM ${table} AS target, ${staging} AS staged WHERE ${where}`)
  }
  const list = listOf(columns)
  const inserted =
    kinds.inserted > 0
      ? await session.execute(
          `INSERT INTO ${sqlName(target)} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM ${staging} WHERE ${KIND} = 'i' AND ${UNCHANGED} = ''${key.length > 0 ? ` ON CONFLICT (${listOf(key)}) DO NOTHING` : ''}`,
        )
      : 0
  const missing = kinds.updated - updated
  const there = kinds.inserted - inserted
  if (key.length > 0 && (missing > 0 || there > 0))
    await session.query(putStatement(sqlName(target), staging, columns, key, fixed))
  return { inserted, updated, deleted, divergent: kinds.removed - deleted + missing + there }
}

/** Of equal rows, as many go as the source has removed. Texts are compared, because some types know no equality. */
function takeStatement(table: string, staging: string, columns: readonly string[]): string {
  const textOf = (row: string) =>
    `ROW(${columns.map((name) => `${row}.${quoteIdentifier(name)}`).join(', ')})::text COLLATE "C"`
  return `DELETE FROM ${table} AS target USING (
    SELECT there.tableoid, there.ctid, staged.${UNCHANGED}::int AS wanted, pg_catalog.row_number() OVER (PARTITION BY staged.ctid) AS number
    FROM ${table} AS there JOIN ${staging} AS staged ON staged.${KIND} = 'd' AND ${textOf('there')} = ${textOf('staged')}) AS found
    WHERE target.tableoid = found.tableoid AND target.ctid = found.ctid AND found.number <= found.wanted`
}

/** Rows take what the log does not contain from the table, before anything is removed there; those of the kind `i` had another key. */
function fetchStatement(
  table: string,
  staging: string,
  columns: readonly string[],
  key: readonly string[],
  kind: 'i' | 'u',
): string {
  const changes = columns.flatMap((name, place) => {
    if (key.includes(name)) return []
    const column = quoteIdentifier(name)
    const isMissing = `'${place}' = ANY (pg_catalog.string_to_array(staged.${UNCHANGED}, ','))`
    return [`${column} = CASE WHEN ${isMissing} THEN target.${column} ELSE staged.${column} END`]
  })
  const old = (name: string, index: number) => (kind === 'i' ? before(index) : quoteIdentifier(name))
  const same = key.map((name, index) => `target.${quoteIdentifier(name)} = staged.${old(name, index)}`).join(' AND ')
  return `UPDATE ${staging} AS staged SET ${[...changes, `${UNCHANGED} = ''`].join(', ')} FROM ${table} AS target WHERE staged.${KIND} = '${kind}' AND staged.${UNCHANGED} <> '' AND ${same}`
}

/** Whole rows that were missing, or there already: the destination gets what the source has. */
function putStatement(
  table: string,
  staging: string,
  columns: readonly string[],
  key: readonly string[],
  fixed: readonly string[],
): string {
  const list = listOf(columns)
  const changes = columns.filter((name) => !key.includes(name) && !fixed.includes(name)).map(quoteIdentifier)
  const update =
    changes.length > 0 ? `UPDATE SET ${changes.map((name) => `${name} = excluded.${name}`).join(', ')}` : 'NOTHING'
  return `INSERT INTO ${table} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM ${staging} WHERE ${KIND} <> 'd' AND ${UNCHANGED} = '' ON CONFLICT (${listOf(key)}) DO ${update}`
}

const listOf = (columns: readonly string[]): string => columns.map(quoteIdentifier).join(', ')
