import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { entityName } from '../schema/relation-name.ts'

/** Rows come with their numbers, and the sequences of the table do not know of them. */
export async function sequenceNotes(
  session: PostgresSession,
  { oid, columns, schema, name }: Relation,
  written: readonly string[],
): Promise<readonly Sentence[]> {
  if (!columns.some((column) => column.hasDefault && written.includes(column.name))) return []
  const rows = await session.query(
    `SELECT a.attname AS name FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_depend d ON d.refobjid = a.attrelid AND d.refobjsubid = a.attnum
       JOIN pg_catalog.pg_sequence q ON q.seqrelid = d.objid
     WHERE a.attrelid = $1 AND d.classid = 'pg_catalog.pg_class'::regclass AND d.refclassid = 'pg_catalog.pg_class'::regclass ORDER BY a.attnum`,
    [oid],
  )
  const numbered = rows.map((row) => row['name'] ?? '').filter((column) => written.includes(column))
  if (numbered.length === 0) return []
  const table = entityName({ schema, name })
  return [
    sentence`Runs do not move the sequences of ${table} (${numbered.join(', ')}): rows that others insert may get numbers that are taken. If others insert there, set them after the run: SELECT setval(pg_get_serial_sequence(…, …), …).`,
  ]
}
