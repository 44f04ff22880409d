import { defined } from '../../../../core/catalog/defined.ts'
import type { Sentence } from '../../../../core/catalog/sentence.ts'
import type { PublishResult } from '../../../ports/load.ts'
import type { KeptNewer } from '../../../ports/target-request.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { onlyRows, type RelationName, type RowsOwner, sqlName } from '../schema/relation-name.ts'
import { alteredRows } from './altered-rows.ts'
import { refuseEmptyKeys } from './empty-keys.ts'
import { pastCollisions } from './exchanged-values.ts'
import { refuseFixed } from './fixed-values.ts'
import { freeKeyName, holdNames } from './key-name.ts'
import { asText, looselyEqual } from './loose-keys.ts'
import { handleOnlyVanished } from './only-vanished.ts'
import { dropOutdated } from './outdated-rows.ts'
import { swallowed } from './refill-strategy.ts'
import { sameKey } from './same-key.ts'
import type { Vanishing } from './vanished-rows.ts'
import { isEmpty, type Widening, widenStatement } from './widening.ts'

export interface UpsertOptions {
  /** The columns that are written. */
  readonly columns: readonly string[]
  /** Columns that identify rows; the table has a unique index over them. */
  readonly key: readonly string[]
  /** See `sameKey`. */
  readonly apart: readonly string[]
  /** Identity columns that no UPDATE may set. */
  readonly identityAlways: readonly string[]
  /** Columns of the key whose equal values may be written in different ways: a row gets the new one. */
  readonly respelled: readonly string[]
  /** What the table ignores of the key although the source sees it. */
  readonly merged: readonly Sentence[]
  /** No two rows have the same key, so that it does not matter in which order they are staged. */
  readonly isUnique: boolean
  /** Creates the table first, without its key, if it does not exist yet. */
  readonly create?: string
  readonly widening: Widening
  /** Rows of the table that stay although rows with their keys are staged. */
  readonly keepsNewer?: KeptNewer
  /** The rows that the source no longer has are removed or marked. Absent: they stay. */
  readonly vanishing?: Vanishing
}

export interface Upsert extends UpsertOptions {
  readonly target: RowsOwner
  /** As SQL, as are the others. */
  readonly staging: string
}

interface StagedRows {
  /** One row of each key. */
  readonly staged: string
  readonly insert: string
  /** The number of different keys. */
  readonly count: number
}

/** Puts the staged rows in place, each by its key. */
export async function upsertRows(session: PostgresSession, sent: number, upsert: Upsert): Promise<PublishResult> {
  const { target, staging, columns, key, apart, merged, create, widening, keepsNewer, vanishing } = upsert
  const keys = listOf(key)
  await refuseEmptyKeys(session, { target, staging, key })
  if (!isEmpty(widening)) await session.query(widenStatement(sqlName(target), widening))
  await session.query(ROOM_TO_SORT)
  const outdated = keepsNewer
    ? await dropOutdated(session, { target: onlyRows(target), staging, key, apart, keepsNewer })
    : 0
  const superseded = await countSuperseded(session, staging, keys)
  if (superseded > 0 && merged.length > 0) await refuseMerged(session, target, { staging, key, reasons: merged })
  const staged =
    superseded > 0 ? `(SELECT DISTINCT ON (${keys}) * FROM ${staging} ORDER BY ${keys}, ctid DESC)` : staging
  const list = listOf(columns)
  const insert = `INSERT INTO ${sqlName(target)} AS target (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM ${staged} AS staged`
  let written: Pick<PublishResult, 'vanished' | 'altered'> = {}
  if (create !== undefined) {
    await session.execute(insert)
    await addPrimaryKey(session, target, keys)
  } else written = await writeByKey(session, upsert, { staged, insert, count: sent - outdated - superseded })
  const { altered } = written
  const vanished = written.vanished ?? (vanishing && (await handleOnlyVanished(session, vanishing)))
  return defined({ superseded, outdated, vanished, altered })
}

/** @returns `vanished` only if vanished rows had to be handled first */
async function writeByKey(
  session: PostgresSession,
  upsert: Upsert,
  { staged, insert, count }: StagedRows,
): Promise<Pick<PublishResult, 'vanished' | 'altered'>> {
  const { target, staging, columns, key, apart, identityAlways, vanishing } = upsert
  let vanished: number | undefined
  const changes = changesOf(upsert)
  const update = changes.length > 0 ? `UPDATE SET ${changes.join(', ')}` : 'NOTHING'
  const filled = await fillEmpty(session, onlyRows(target), insert)
  const write = () => session.execute(`${insert} ON CONFLICT (${listOf(key)}) DO ${update}`)
  // A row that takes a value of one that has vanished comes after it.
  const first = async () => {
    if (vanishing) vanished = await handleOnlyVanished(session, vanishing)
  }
  const touched = filled ?? (await pastCollisions(session, { target, staged, columns, key, apart }, { write, first }))
  // Rows that are there already, and have nothing to update, are not counted by the server.
  const missing =
    filled === undefined && changes.length === 0
      ? await countMissing(session, { table: onlyRows(target), staging, key, apart })
      : count - touched
  if (missing !== 0) throw swallowed(target, count, count - missing)
  const fixed = identityAlways.filter((name) => columns.includes(name))
  await refuseFixed(session, { target, staged, key, apart, columns: fixed })
  const among = `EXISTS (SELECT FROM ${staging} AS staged WHERE ${sameKey(key, apart, 'staged', 'there')})`
  return defined({ vanished, altered: await alteredRows(session, { target, staged, columns, among, count }) })
}

export const listOf = (columns: readonly string[]): string => columns.map(quoteIdentifier).join(', ')

/** What an update sets. */
function changesOf({ columns, key, respelled, identityAlways, vanishing }: UpsertOptions): readonly string[] {
  const isSettable = (name: string) => !key.includes(name) || respelled.includes(name)
  const settable = columns.filter((name) => isSettable(name) && !identityAlways.includes(name)).map(quoteIdentifier)
  const mark = vanishing?.handling.column
  return [
    ...settable.map((name) => `${name} = excluded.${name}`),
    // A row that exists again is marked no longer.
    ...(mark === undefined ? [] : [`${quoteIdentifier(mark)} = NULL`]),
  ]
}

/** How many rows have a later row with the same key; sorting whole rows without need takes longer than inserting them. */
async function countSuperseded(session: PostgresSession, staging: string, keys: string): Promise<number> {
  const [row] = await session.query(
    `SELECT pg_catalog.sum(n - 1) AS superseded FROM (SELECT pg_catalog.count(*) AS n FROM ${staging} GROUP BY ${keys} HAVING pg_catalog.count(*) > 1) twins`,
  )
  return Number(row?.['superseded'] ?? 0)
}

/** @throws ConnectorError if rows of different keys would become one */
async function refuseMerged(
  session: PostgresSession,
  { schema, name }: RelationName,
  {
    staging,
    key,
    reasons,
  }: { readonly staging: string; readonly key: readonly string[]; readonly reasons: readonly Sentence[] },
): Promise<void> {
  const keys = key.map(quoteIdentifier)
  const [found] = await session.query(
    `SELECT 1 AS found FROM ${staging} GROUP BY ${keys.join(', ')} HAVING pg_catalog.count(DISTINCT (${keys.map(asText).join(', ')})) > 1 LIMIT 1`,
  )
  if (found) throw looselyEqual(`${schema}.${name}`, key, reasons)
}

async function addPrimaryKey(session: PostgresSession, target: RelationName, keys: string): Promise<void> {
  await session.query(holdNames(target))
  const name = await freeKeyName(session, target)
  await session.query(
    `ALTER TABLE ${sqlName(target)} ADD ${name === undefined ? '' : `CONSTRAINT ${quoteIdentifier(name)} `}PRIMARY KEY (${keys})`,
  )
}

/** The staged keys that the table does not have: a trigger has kept their rows out. */
async function countMissing(
  session: PostgresSession,
  {
    table,
    staging,
    key,
    apart,
  }: Pick<UpsertOptions, 'key' | 'apart'> & { readonly table: string; readonly staging: string },
): Promise<number> {
  const list = key.map((name) => `staged.${quoteIdentifier(name)}`).join(', ')
  const [row] = await session.query(
    `SELECT pg_catalog.count(DISTINCT (${list})) AS missing FROM ${staging} AS staged
     WHERE NOT EXISTS (SELECT FROM ${table} AS target WHERE ${sameKey(key, apart, 'target', 'staged')})`,
  )
  return Number(row?.['missing'] ?? 0)
}

/** For an empty table no row must be looked up. @returns the number of rows; nothing if it has rows, or somebody else adds the same rows at the same time */
async function fillEmpty(session: PostgresSession, table: string, insert: string): Promise<number | undefined> {
  if ((await session.query(`SELECT FROM ${table} LIMIT 1`)).length > 0) return undefined
  await session.query('SAVEPOINT before_rows')
  try {
    return await session.execute(insert)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await session.query('ROLLBACK TO before_rows')
    return undefined
  }
}

/** The memory that Postgres uses by default for building an index, for this transaction. */
const ROOM_TO_SORT = `SELECT pg_catalog.set_config('work_mem', '64MB', true) FROM pg_catalog.pg_settings
  WHERE name = 'work_mem' AND setting::int < 65536`

const isUniqueViolation = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23505'
