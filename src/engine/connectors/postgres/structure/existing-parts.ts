import type { CollationPart, CommentPart, DefaultPart, StructurePart } from '../../../ports/table-structure.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { parseRelationName, sqlName } from '../schema/relation-name.ts'
import { namesOf } from './catalog-sql.ts'
import { definitionOf } from './definition.ts'
import { tableOf } from './part-statements.ts'
import { readRules } from './read-structure.ts'

/** What the destination already has of the parts of one table or view. */
interface ExistingTable {
  readonly kind: string
  readonly comment: string | null
  readonly columns: readonly ExistingColumn[]
  readonly constraints: readonly ExistingConstraint[]
  readonly indexes: readonly string[]
  /** Its indexes and constraints. */
  readonly parts: readonly StructurePart[]
}

interface ExistingConstraint {
  readonly name: string
  readonly type: string
  readonly isChecked: boolean
  readonly comment: string | null
  readonly columns: readonly string[]
}

/** Whether it is the required value of the part's column. */
export const isOf = ({ type, columns }: ExistingConstraint, part: Pick<StructurePart, 'columns'>): boolean =>
  type === 'n' && columns[0] === part.columns[0]

export interface ExistingColumn {
  readonly name: string
  readonly type: string
  readonly hasDefault: boolean
  readonly isIdentity: boolean
  readonly collation: string | null
  readonly comment: string | null
}

const STATEMENT = `
SELECT w AS name, c.oid, pg_catalog.json_build_object('kind', c.relkind, 'comment', pg_catalog.obj_description(c.oid, 'pg_class'),
  'columns', (SELECT pg_catalog.json_agg(pg_catalog.json_build_object('name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
      'hasDefault', a.atthasdef, 'isIdentity', a.attidentity <> '', 'comment', pg_catalog.col_description(a.attrelid, a.attnum),
      'collation', (SELECT pg_catalog.format('%I.%I', n.nspname, o.collname) FROM pg_catalog.pg_collation o JOIN pg_catalog.pg_namespace n ON n.oid = o.collnamespace WHERE o.oid = a.attcollation)))
    FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
  'constraints', COALESCE((SELECT pg_catalog.json_agg(pg_catalog.json_build_object('name', k.conname, 'type', k.contype, 'isChecked', k.convalidated, 'comment', pg_catalog.obj_description(k.oid, 'pg_constraint'), 'columns', ${namesOf('k.conkey', 'k.conrelid')}))
    FROM pg_catalog.pg_constraint k WHERE k.conrelid = c.oid), '[]'),
  'indexes', COALESCE((SELECT pg_catalog.json_agg(x.relname) FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid WHERE i.indrelid = c.oid AND i.indisvalid), '[]')) AS found
FROM pg_catalog.json_array_elements_text($1::json) w JOIN pg_catalog.pg_class c ON c.oid = pg_catalog.to_regclass(w)`

/** @returns the tables and views of the parts that exist, by their names in the parts */
export async function existingTables(
  session: PostgresSession,
  parts: readonly StructurePart[],
): Promise<ReadonlyMap<string, ExistingTable>> {
  const tables = [...new Set(parts.map(({ table }) => table))]
  const names = new Map(tables.map((table) => [sqlName(parseRelationName(table)), table]))
  const rows = await session.query(STATEMENT, [JSON.stringify([...names.keys()])])
  const oids = rows.map(({ oid }) => Number(oid))
  const own = Map.groupBy(await readRules(session, oids), (part) => tableOf(part.table))
  return new Map(
    rows.map(({ name, found }) => [
      names.get(name ?? '') ?? '',
      { ...(JSON.parse(found ?? '{}') as Omit<ExistingTable, 'parts'>), parts: own.get(name ?? '') ?? [] },
    ]),
  )
}

/** Whether nothing of the part is left to do. Sequences may always have to go on. */
export function isPresent(part: StructurePart, table: ExistingTable | undefined): boolean {
  if (!table) return false
  if (definitionOf(part) !== undefined) return isRulePresent(part, table)
  switch (part.kind) {
    case 'view':
    case 'materialized_view':
      return true
    case 'collation':
    case 'default':
    case 'comment':
      return hasOfColumn(part, table)
    // The table has a key from the start, under the name that Postgres gives it.
    case 'primary_key':
      return table.constraints.some(
        ({ name, comment }) => name === part.name && (part.comment === undefined || comment === part.comment),
      )
    // Before Postgres 18 it has no name.
    case 'not_null':
      return !table.constraints.some((own) => isOf(own, part) && own.name !== part.name)
    default:
      return table.constraints.some(({ name }) => name === part.name) && !NEVER.includes(part.kind)
  }
}

/** Indexes and constraints are known by what they are, whatever their names. */
function isRulePresent(part: StructurePart, table: ExistingTable): boolean {
  // The server writes the condition in its own words.
  if (part.kind === 'check' && part.condition.isOwn) return hasName(part, table)
  if (part.kind !== 'foreign_key') return isDefined(part, table)
  return table.parts.some(
    (own) =>
      own.kind === 'foreign_key' &&
      definitionOf(own) === definitionOf(part) &&
      (own.isChecked || !part.isChecked || own.isEnforced === false),
  )
}

const isDefined = (part: StructurePart, { parts }: ExistingTable): boolean =>
  parts.some((own) => definitionOf(own) === definitionOf(part))

/** Whether the table has an object of that name which is another one than the part. */
export const isOtherOfName = (part: StructurePart, table: ExistingTable | undefined): boolean =>
  table !== undefined && definitionOf(part) !== undefined && hasName(part, table) && !isDefined(part, table)

const hasName = ({ kind, name }: StructurePart, { indexes, constraints }: ExistingTable): boolean =>
  constraints.some((own) => own.name === name) || (kind === 'index' && indexes.includes(name))

const NEVER: readonly StructurePart['kind'][] = ['sequence', 'identity', 'on_update', 'values']

function hasOfColumn(part: CollationPart | DefaultPart | CommentPart, { columns, comment }: ExistingTable): boolean {
  const column = columns.find(({ name }) => name === part.name)
  if (part.kind === 'collation') return column?.collation === part.collation.sql
  if (part.kind === 'default') return column?.hasDefault === true
  return (part.name === '' ? comment : column?.comment) === part.text
}
