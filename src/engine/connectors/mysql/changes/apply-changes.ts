import type { AppliedTable, ChangedTable } from '../../../ports/change-batch.ts'
import { type StagedKinds, stagedChanges } from '../../sql/changes/staged-changes.ts'
import { unsignedIn, zerosIn } from '../../sql/changes/unsigned-values.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { openIntake } from '../load/load-context.ts'
import { CommonLoadText } from '../rows/load-text.ts'
import { isFloating, storedZeros } from '../rows/lost-zeros.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sqlName } from '../schema/table-name.ts'
import { fetchValues } from './fetch-values.ts'
import { refuseEqualKeys } from './refuse-equal-keys.ts'
import { type FollowingTarget, KIND, keyOf, sameKey, UNCHANGED } from './staging-table.ts'
import { takeRows } from './take-rows.ts'

type Counts = Omit<AppliedTable, 'name'>

/** Part of a transaction: writes the last states of changed rows. @throws ConnectorError, or the server's own errors */
export async function applyChanges(
  session: MysqlSession,
  following: FollowingTarget,
  changed: ChangedTable,
  takesInfile: boolean,
): Promise<AppliedTable> {
  const { name } = changed.table
  // TRUNCATE would end the transaction.
  if (changed.isEmptied) await session.query(`DELETE FROM ${sqlName(following.target)}`)
  const { current, removed, added, taken } = changed
  if (current.size + removed.size + added.length + taken.size === 0)
    return { name, inserted: 0, updated: 0, deleted: 0, divergent: 0 }
  await session.query(`DELETE FROM ${following.staging}`)
  const kinds = await stage(session, following, changed, takesInfile)
  const zeros = zerosIn(
    changed,
    following.columns.map(({ name: column, own }) => (isFloating(own.type) ? column : undefined)),
  )
  const lost = await storedZeros(session, following.staging, zeros)
  return { name, ...(await writeOrRebuild(session, following, kinds)), ...unsignedIn(lost) }
}

async function stage(
  session: MysqlSession,
  { staging, fields, characterSet }: FollowingTarget,
  changed: ChangedTable,
  takesInfile: boolean,
): Promise<StagedKinds> {
  const options = { table: staging, fields, characterSet, replaces: false, isWithin: true } as const
  const intake = await openIntake({ takesInfile }, session, options)
  const text = new CommonLoadText(fields.map(({ change }) => change))
  intake.failure.catch(() => {})
  const write = async (parts: readonly Buffer[]) => {
    for (const part of parts) if (!intake.write(part)) await Promise.race([intake.drained(), intake.failure])
  }
  const pieces = stagedChanges(changed)
  let next = pieces.next()
  for (; !next.done; next = pieces.next()) await write(text.push(next.value))
  await write(text.take())
  await intake.finish()
  return next.value
}

/** What is unusual, a row that is missing or exchanged unique values, is tried again in the way that is always right. */
async function writeOrRebuild(session: MysqlSession, following: FollowingTarget, kinds: StagedKinds): Promise<Counts> {
  await session.query('SAVEPOINT before_changes')
  try {
    const counts = await write(session, following, kinds)
    if (counts) return counts
  } catch (error) {
    if (!isUniqueViolation(error) || following.key.length === 0) throw error
  }
  await session.query('ROLLBACK TO before_changes')
  try {
    return await rebuild(session, following, kinds)
  } catch (error) {
    if (isUniqueViolation(error)) await refuseEqualKeys(session, following)
    throw error
  }
}

/** ER_DUP_ENTRY, ER_DUP_ENTRY_WITH_KEY_NAME */
const isUniqueViolation = (error: unknown) =>
  error instanceof Error && 'errno' in error && (error.errno === 1062 || error.errno === 1586)

/** Every row that the batch touches is removed, with the values that only the table has, and comes again. */
async function rebuild(session: MysqlSession, following: FollowingTarget, kinds: StagedKinds): Promise<Counts> {
  await fetchValues(session, following, 'i')
  await fetchValues(session, following, 'u')
  const deleted = await removeRows(session, following, 'd')
  const updated = await removeRows(session, following, 'u')
  const strangers = await removeRows(session, following, 'i')
  await insertRows(session, following, `${KIND} <> 'd'`)
  const divergent = kinds.removed - deleted + kinds.updated - updated + strangers
  return { inserted: kinds.inserted - strangers, updated, deleted, divergent }
}

/** @returns nothing if a row that had to be there is missing */
async function write(
  session: MysqlSession,
  following: FollowingTarget,
  kinds: StagedKinds,
): Promise<Counts | undefined> {
  if (kinds.areMoved) await fetchValues(session, following, 'i')
  const hasKey = following.key.length > 0
  let deleted = 0
  if (kinds.removed > 0)
    deleted = hasKey ? await removeRows(session, following, 'd') : await takeRows(session, following)
  let updated = 0
  for (const set of kinds.unchangedSets) updated += await updateRows(session, following, set)
  if (updated < kinds.updated) return undefined
  const inserted = kinds.inserted > 0 ? await insertRows(session, following, `${KIND} = 'i'`) : 0
  return { inserted, updated, deleted, divergent: kinds.removed - deleted }
}

/** The staged rows come first, because the server cannot know how few they are. */
const joined = ({ staging, target }: FollowingTarget, condition: string) =>
  `${staging} s STRAIGHT_JOIN ${sqlName(target)} t ON ${condition}`

async function removeRows(session: MysqlSession, following: FollowingTarget, kind: 'd' | 'u' | 'i'): Promise<number> {
  const from = joined(following, sameKey(following))
  const outcome = await session.execute(`DELETE t FROM ${from} WHERE s.${KIND} = '${kind}'`)
  return outcome.affectedRows
}

/** @returns the rows that were found, changed or not */
async function updateRows(session: MysqlSession, following: FollowingTarget, set: string): Promise<number> {
  const places = new Set(set.split(','))
  const key = new Set(keyOf(following))
  const changes = following.columns.flatMap(({ name, own }, place) => {
    if (key.has(name) || own.isGenerated) return []
    const column = quoteIdentifier(name)
    if (!places.has(String(place))) return [`t.${column} = s.${column}`]
    // The server would put the time of the change into it.
    return own.followsChanges ? [`t.${column} = t.${column}`] : []
  })
  const where = `s.${KIND} = 'u' AND s.${UNCHANGED} = '${set}'`
  const from = joined(following, sameKey(following))
  if (changes.length === 0) {
    const [row] = await session.query(`SELECT COUNT(*) AS found FROM ${from} WHERE ${where} FOR UPDATE`)
    return Number(row?.['found'])
  }
  const { info } = await session.execute(`UPDATE ${from} SET ${changes.join(', ')} WHERE ${where}`)
  return Number(/Rows matched: (\d+)/.exec(info)?.[1] ?? Number.NaN)
}

async function insertRows(session: MysqlSession, following: FollowingTarget, condition: string): Promise<number> {
  const { staging, target, columns } = following
  const list = columns
    .filter(({ own }) => !own.isGenerated)
    .map(({ name }) => quoteIdentifier(name))
    .join(', ')
  const outcome = await session.execute(
    `INSERT INTO ${sqlName(target)} (${list}) SELECT ${list} FROM ${staging} WHERE ${condition} AND ${UNCHANGED} = ''`,
  )
  return outcome.affectedRows
}
