import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { onlyRows, type RowsOwner, sqlName } from '../schema/relation-name.ts'
import { asideValue } from './aside-value.ts'
import { sameKey } from './same-key.ts'

interface Written {
  readonly target: RowsOwner
  /** The new rows, as SQL after FROM, each key once. */
  readonly staged: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
  /** See `sameKey`. */
  readonly apart: readonly string[]
}

/** A unique index or exclusion constraint over other columns than the key. */
interface Rule {
  readonly name: string
  readonly columns: readonly RuleColumn[]
  readonly nullsAreEqual: boolean
}

export interface RuleColumn {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
}

/**
 * Writes rows by their key. The server checks unique values row by row, so rows that exchange such values, or take one of a row that has vanished, collide
 * although the table would be right in the end. Then everything is undone, and done again in an order in which it works.
 * @param first what must happen before, if it has to be done again. @throws ConnectorError if a value belongs to a row that stays
 */
export async function pastCollisions<T>(
  session: PostgresSession,
  written: Written,
  { write, first }: { readonly write: () => Promise<T>; readonly first: () => Promise<void> },
): Promise<T> {
  await session.query('SAVEPOINT before_values')
  try {
    return await write()
  } catch (error) {
    if (!isCollision(error)) throw error
    await session.query('ROLLBACK TO before_values')
  }
  await first()
  await makeRoom(session, written)
  try {
    return await write()
  } catch (error) {
    throw isCollision(error) ? heldValue(error, written) : error
  }
}

/** Takes unique values away from the rows that get others. */
async function makeRoom(session: PostgresSession, written: Written): Promise<void> {
  const rules = await rulesOf(session, written)
  const changed = [...new Set(rules.flatMap(({ columns }) => columns.map(({ name }) => name)))]
  if (changed.length === 0) return
  const differs = changed.map(
    (name) => `there.${quoteIdentifier(name)}::text IS DISTINCT FROM staged.${quoteIdentifier(name)}::text`,
  )
  const movers = `${onlyRows(written.target)} there JOIN ${written.staged} AS staged ON ${sameKey(written.key, written.apart, 'there', 'staged')} WHERE ${differs.join(' OR ')}`
  const [facts] = await session.query(MAY_BE_DELETED, [sqlName(written.target)])
  if (facts?.['free'] === 't') await writeAnew(session, written, movers)
  else await setAside(session, written, { rules, movers })
}

/** Nothing of the rows is lost: columns that are not written keep their values, and no other table refers to them. */
async function writeAnew(
  session: PostgresSession,
  { target, columns, key, apart }: Written,
  movers: string,
): Promise<void> {
  const [row] = await session.query(
    `SELECT pg_catalog.json_agg(attname) AS names FROM pg_catalog.pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [sqlName(target)],
  )
  const names = JSON.parse(row?.['names'] ?? '[]') as readonly string[]
  const values = names.map((name) => `${columns.includes(name) ? 'staged' : 'there'}.${quoteIdentifier(name)}`)
  const list = names.map(quoteIdentifier).join(', ')
  await session.query(
    `CREATE TEMPORARY TABLE millrace_anew ON COMMIT DROP AS SELECT ${values.join(', ')} FROM ${movers};
     DELETE FROM ${onlyRows(target)} there USING pg_temp.millrace_anew anew WHERE ${sameKey(key, apart, 'there', 'anew')};
     INSERT INTO ${sqlName(target)} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM pg_temp.millrace_anew`,
  )
}

/** The rows stay, because others refer to them or a trigger would see them go and come: they get values for a moment that nobody has. */
async function setAside(
  session: PostgresSession,
  { target, key, apart }: Written,
  { rules, movers }: { readonly rules: readonly Rule[]; readonly movers: string },
): Promise<void> {
  const keys = key.map((name) => `there.${quoteIdentifier(name)}`).join(', ')
  const numbered = `SELECT ${keys}, pg_catalog.row_number() OVER () AS millrace_number FROM ${movers}`
  const changes = new Map<string, string>()
  for (const rule of rules) {
    const column = asideColumn(rule)
    const value = column && asideValue(column, onlyRows(target), rule.nullsAreEqual)
    if (column && value !== undefined) changes.set(column.name, value)
  }
  if (changes.size === 0) return
  const set = [...changes].map(([name, value]) => `${quoteIdentifier(name)} = ${value}`)
  await session.query('SAVEPOINT before_aside')
  try {
    await session.query(
      `UPDATE ${onlyRows(target)} AS target SET ${set.join(', ')} FROM (${numbered}) moved WHERE ${sameKey(key, apart, 'target', 'moved')}`,
    )
  } catch (error) {
    // A check, or rows that refer to the value itself.
    if (!isConstraint(error)) throw error
    await session.query('ROLLBACK TO before_aside')
  }
}

const asideColumn = ({ columns }: Rule): RuleColumn | undefined =>
  columns.find(({ isNullable }) => isNullable) ?? columns.find((column) => asideValue(column, '', false) !== undefined)

async function rulesOf(session: PostgresSession, { target, columns, key }: Written): Promise<readonly Rule[]> {
  const rows = await session.query(RULES(session.major), [sqlName(target)])
  return rows
    .map(({ rule }) => JSON.parse(rule ?? '{}') as Rule)
    .map((rule) => ({
      ...rule,
      columns: rule.columns.filter(({ name }) => columns.includes(name) && !key.includes(name)),
    }))
    .filter((rule) => rule.columns.length > 0)
}

const RULES = (major: number) => `
  SELECT pg_catalog.json_build_object('name', x.relname, 'nullsAreEqual', ${major >= 15 ? 'i.indnullsnotdistinct' : 'false'},
    'columns', (SELECT pg_catalog.json_agg(DISTINCT pg_catalog.jsonb_build_object('name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
        'isNullable', NOT a.attnotnull)) FROM pg_catalog.pg_attribute a
      WHERE a.attrelid = i.indrelid AND a.attnum > 0 AND (a.attnum = ANY (i.indkey[0:i.indnkeyatts - 1]) OR EXISTS (SELECT FROM pg_catalog.pg_depend d
        WHERE i.indexprs IS NOT NULL AND d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = i.indexrelid AND d.refobjid = i.indrelid AND d.refobjsubid = a.attnum)))) AS rule
  FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
  WHERE i.indrelid IN (${WITH_PARTITIONS}) AND (i.indisunique OR i.indisexclusion) AND i.indisvalid ORDER BY x.relname`

/** The table and its partitions, which have indexes, triggers and foreign keys of their own. */
const WITH_PARTITIONS = 'SELECT $1::regclass UNION SELECT relid FROM pg_catalog.pg_partition_tree($1::regclass)'

/**
 * No foreign key refers to the table, no trigger of a person sees rows go or come, and the account may delete them.
 * Source: `pg_trigger.h`, TRIGGER_TYPE_INSERT and _DELETE.
 */
const MAY_BE_DELETED = `SELECT pg_catalog.has_table_privilege($1::regclass, 'DELETE')
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint WHERE contype = 'f' AND confrelid IN (${WITH_PARTITIONS}))
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_trigger WHERE tgrelid IN (${WITH_PARTITIONS}) AND NOT tgisinternal AND tgtype & 12 <> 0)
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_rewrite WHERE ev_class = $1::regclass AND ev_type IN ('3', '4')) AS free`

const stateOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Of a unique index, or of an exclusion constraint. */
const isCollision = (error: unknown): boolean => ['23505', '23P01'].includes(stateOf(error))

const isConstraint = (error: unknown): boolean => stateOf(error).startsWith('23')

/** The value belongs to another new row, or to a row that the run does not write. */
function heldValue(error: unknown, { target }: Written): unknown {
  if (!(error instanceof Error) || !('constraint' in error)) return error
  return new ConnectorError(
    {
      code: 'CONSTRAINT',
      message: sentence`Rows of ${sqlName(target).replaceAll('"', '')} take values of the unique ${String(error.constraint)} that other rows there have: ${'detail' in error ? String(error.detail) : error.message}`,
      hint: sentence`If the row that has the value is gone at the source, remove vanished rows (a setting of the stream); if its change was not read, read all rows once; or drop the index, or correct the rows at the source.`,
    },
    { cause: error },
  )
}
