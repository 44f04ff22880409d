import { removesOthers } from '../../shared/removes-others.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { haveSameKey, VANISHED, type Vanishing } from './vanished-rows.ts'

/** Foreign keys of a table to itself that act on the referring rows, each with its condition. Source: `pg_constraint`, `confdeltype`. */
const TO_ITSELF = `SELECT c.conname AS name,
    pg_catalog.string_agg(pg_catalog.format('child.%I = parent.%I', own.attname, other.attname), ' AND ') AS condition
  FROM pg_catalog.pg_constraint c CROSS JOIN LATERAL pg_catalog.generate_subscripts(c.conkey, 1) AS place
    JOIN pg_catalog.pg_attribute own ON own.attrelid = c.conrelid AND own.attnum = c.conkey[place]
    JOIN pg_catalog.pg_attribute other ON other.attrelid = c.confrelid AND other.attnum = c.confkey[place]
  WHERE c.contype = 'f' AND c.conrelid = $1::regclass AND c.confrelid = c.conrelid AND c.confdeltype IN ('c', 'n', 'd')
  GROUP BY c.conname`

/** @throws ConnectorError if the removal of the rows that were found would remove or change others of the table */
export async function refuseCascade(session: PostgresSession, vanishing: Vanishing): Promise<void> {
  const { target, handling } = vanishing
  if (handling.column !== undefined) return
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
