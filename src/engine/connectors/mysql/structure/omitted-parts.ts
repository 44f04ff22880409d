import { defined } from '../../../../core/catalog/defined.ts'
import type { StructureKind } from '../../../../core/catalog/runs/structure-objects.ts'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { OmittedPart } from '../../../ports/table-structure.ts'
import type { MysqlSession, TextRow } from '../driver/mysql-session.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'
import { tableName } from './table-name-of.ts'

const REASONS: Partial<Record<StructureKind, Sentence>> = {
  trigger: sentence`Triggers do not come, because they may change rows.`,
  function: sentence`Functions and procedures do not come.`,
  partitions: sentence`The table comes without partitions.`,
  event: sentence`Events do not come.`,
  sequence: sentence`Sequences do not come.`,
}

/** Objects of the tables, and of their database, that do not come. @param rows asks about the moved tables */
export async function omittedParts(
  session: MysqlSession,
  database: string,
  rows: (statement: (where: string) => string) => Promise<readonly TextRow[]>,
): Promise<readonly OmittedPart[]> {
  const triggers = await rows(
    (where) =>
      `SELECT EVENT_OBJECT_SCHEMA AS db, EVENT_OBJECT_TABLE AS name, TRIGGER_NAME AS own FROM information_schema.TRIGGERS t
       WHERE ${where.replaceAll('t.TABLE_SCHEMA', 'EVENT_OBJECT_SCHEMA').replaceAll('t.TABLE_NAME', 'EVENT_OBJECT_TABLE')} ORDER BY 1, 2, 3`,
  )
  const partitions = await rows(
    (where) =>
      `SELECT DISTINCT TABLE_SCHEMA AS db, TABLE_NAME AS name, '' AS own FROM information_schema.PARTITIONS t WHERE PARTITION_NAME IS NOT NULL AND (${where}) ORDER BY 1, 2`,
  )
  const routines = await session.query(
    `SELECT CONCAT(LOWER(ROUTINE_TYPE), ' ', ROUTINE_NAME) AS own FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ${quoteLiteral(database)} ORDER BY 1`,
  )
  const events = await session.query(
    `SELECT EVENT_NAME AS own FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ${quoteLiteral(database)} ORDER BY 1`,
  )
  const sequences = await session.query(
    `SELECT TABLE_NAME AS own FROM information_schema.TABLES WHERE TABLE_TYPE = 'SEQUENCE' AND TABLE_SCHEMA = ${quoteLiteral(database)} ORDER BY 1`,
  )
  return [
    ...triggers.map((row) => omittedPart('trigger', row)),
    ...partitions.map((row) => omittedPart('partitions', row)),
    ...routines.map((row) => omittedPart('function', row)),
    ...events.map((row) => omittedPart('event', row)),
    ...sequences.map((row) => omittedPart('sequence', row)),
  ]
}

/** How a table is stored is a matter of its server. */
export function storageParts(row: TextRow): readonly OmittedPart[] {
  const engine = row['engine'] ?? 'InnoDB'
  const options = [...(/^innodb$/i.test(engine) ? [] : [`ENGINE=${engine}`]), row['options'] ?? '']
    .join(' ')
    .replace(/\bpartitioned\b/, '')
    .trim()
  if (options === '') return []
  const reason = sentence`The table comes without its storage options: ${options}.`
  return [{ kind: 'setting', table: tableName(row), name: '', columns: [], reason }]
}

const omittedPart = (kind: StructureKind, row: TextRow): OmittedPart =>
  defined({
    kind,
    name: row['own'] ?? '',
    columns: [],
    reason: REASONS[kind] ?? sentence`It does not come.`,
    table: row['db'] == null ? undefined : tableName(row),
  })
