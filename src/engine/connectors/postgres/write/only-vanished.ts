import { removedOthers, removesOthers } from '../../sql/removes-others.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { handleVanished, haveSameKey, VANISHED, type Vanishing } from './vanished-rows.ts'

/** Removes or marks the rows that were found, and no others. @returns their number. @throws ConnectorError if others would go, come or change with them */
export async function handleOnlyVanished(session: PostgresSession, vanishing: Vanishing): Promise<number> {
  const { target, handling } = vanishing
  if (handling.column !== undefined) return handleVanished(session, vanishing)
  await refuseCascade(session, vanishing)
  const table = target.replace(/^ONLY /, '')
  if ((await session.query(ACTS_ON_OTHERS, [table])).length === 0) return handleVanished(session, vanishing)
  const others = `NOT EXISTS (SELECT FROM ${VANISHED} gone WHERE ${haveSameKey(vanishing, 'there', 'gone')})`
  const before = await sumOfRows(session, target, others)
  const removed = await handleVanished(session, vanishing)
  // Deferred triggers would otherwise act after the rows were summed.
  await session.query('SET CONSTRAINTS ALL IMMEDIATE')
  if ((await sumOfRows(session, target, 'true')) !== before) throw removedOthers(table.replaceAll('"', ''))
  return removed
}

/** The number of rows, and a sum over their values. @param which a condition for rows `there` */
async function sumOfRows(session: PostgresSession, target: string, which: string): Promise<string> {
  const [row] = await session.query(
    `SELECT pg_catalog.concat_ws(' ', pg_catalog.count(*), pg_catalog.sum(pg_catalog.hashtextextended(ROW(there.*)::text, 0))) AS sum FROM ${target} there WHERE ${which}`,
  )
  return row?.['sum'] ?? ''
}

/** Foreign keys of a table to itself that act on the referring rows, each with its condition. Source: `pg_constraint`, `confdeltype`. */
const TO_ITSELF = `SELECT c.conname AS name,
    pg_catalog.string_agg(pg_catalog.format('child.%I = parent.%I', own.attname, other.attname), ' AND ') AS condition
  FROM pg_catalog.pg_constraint c CROSS JOIN LATERAL pg_catalog.generate_subscripts(c.conkey, 1) AS place
    JOIN pg_catalog.pg_attribute own ON own.attrelid = c.conrelid AND own.attnum = c.conkey[place]
    JOIN pg_catalog.pg_attribute other ON other.attrelid = c.confrelid AND other.attnum = c.confkey[place]
  WHERE c.contype = 'f' AND c.conrelid = $1::regclass AND c.confrelid = c.conrelid AND c.confdeltype IN ('c', 'n', 'd')
  GROUP BY c.conname`

/** @throws ConnectorError if rows that stay refer to those that were found */
async function refuseCascade(session: PostgresSession, vanishing: Vanishing): Promise<void> {
  const { target } = vanishing
  const table = target.replace(/^ONLY /, '')
  for (const { name, condition } of await session.query(TO_ITSELF, [table])) {
    const stays = `NOT EXISTS (SELECT FROM ${VANISHED} gone WHERE ${haveSameKey(vanishing, 'child', 'gone')})`
    const referring = await session.query(
      `SELECT FROM ${target} child JOIN ${target} parent ON ${condition}
         JOIN ${VANISHED} gone ON ${haveSameKey(vanishing, 'parent', 'gone')} WHERE ${stays} LIMIT 1`,
    )
    if (referring.length > 0) throw removesOthers(table.replaceAll('"', ''), name ?? '')
  }
}

/**
 * Whether a removal may act on other rows of the table: by a trigger of its own or of a table whose rows go or change with it, or by a chain of foreign
 * keys through other tables. Source: `pg_trigger.h`, TRIGGER_TYPE_DELETE.
 */
const ACTS_ON_OTHERS = `WITH RECURSIVE reached (oid) AS (
    SELECT conrelid FROM pg_catalog.pg_constraint WHERE contype = 'f' AND confrelid = $1::regclass AND conrelid <> confrelid AND confdeltype IN ('c', 'n', 'd')
    UNION SELECT k.conrelid FROM pg_catalog.pg_constraint k JOIN reached r ON r.oid = k.confrelid
      WHERE k.contype = 'f' AND (k.confdeltype IN ('c', 'n', 'd') OR k.confupdtype IN ('c', 'n', 'd')))
  SELECT FROM pg_catalog.pg_trigger
    WHERE tgrelid IN (SELECT $1::regclass UNION SELECT relid FROM pg_catalog.pg_partition_tree($1::regclass))
      AND tgtype & 8 = 8 AND tgenabled <> 'D' AND NOT tgisinternal
  UNION ALL SELECT FROM pg_catalog.pg_trigger WHERE tgrelid IN (SELECT oid FROM reached) AND tgenabled <> 'D' AND NOT tgisinternal
  UNION ALL SELECT FROM reached WHERE oid = $1::regclass
  LIMIT 1`
