import { removedOthers, removesOthers } from '../../shared/removes-others.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { handleVanished, haveSameKey, VANISHED, type Vanishing } from './vanished-rows.ts'

/** Removes or marks the rows that were found, and no others. @returns their number. @throws ConnectorError if others would go, come or change with them */
export async function handleOnlyVanished(session: PostgresSession, vanishing: Vanishing): Promise<number> {
  const { target, handling } = vanishing
  if (handling.column !== undefined) return handleVanished(session, vanishing)
  await refuseCascade(session, vanishing)
  const table = target.replace(/^ONLY /, '')
  if ((await session.query(ACTS_ON_OTHERS, [table])).length === 0) return handleVanished(session, vanishing)
  const before = await countRows(session, target)
  const removed = await handleVanished(session, vanishing)
  // Deferred triggers would otherwise act after the rows were counted.
  await session.query('SET CONSTRAINTS ALL IMMEDIATE')
  if ((await countRows(session, target)) !== before - removed) throw removedOthers(table.replaceAll('"', ''))
  return removed
}

async function countRows(session: PostgresSession, target: string): Promise<number> {
  const [row] = await session.query(`SELECT pg_catalog.count(*) AS rows FROM ${target}`)
  return Number(row?.['rows'])
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
 * Whether a removal may act on other rows of the table: by a trigger, or by a chain of foreign keys through other tables.
 * Source: `pg_trigger.h`, TRIGGER_TYPE_DELETE.
 */
const ACTS_ON_OTHERS = `SELECT FROM pg_catalog.pg_trigger
    WHERE tgrelid IN (SELECT $1::regclass UNION SELECT relid FROM pg_catalog.pg_partition_tree($1::regclass))
      AND tgtype & 8 = 8 AND tgenabled <> 'D' AND NOT tgisinternal
  UNION ALL SELECT FROM pg_catalog.pg_constraint i JOIN pg_catalog.pg_constraint o ON o.conrelid = i.confrelid AND o.contype = 'f'
    WHERE i.contype = 'f' AND i.confrelid = $1::regclass AND i.conrelid <> i.confrelid AND i.confdeltype = 'c'
      AND o.confrelid <> o.conrelid AND o.confdeltype = 'c'
  LIMIT 1`
