import { defined } from '../../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { fenceTable, hasFenceTable } from '../fence/fence.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { entityName, type RelationName, sqlName } from '../schema/relation-name.ts'
import { freeKeyName } from './key-name.ts'

/** An object that is not a table and has the name that a table needs. */
export interface NameTaker {
  /** A description for people: `an index`. */
  readonly kind: Sentence
  /** The table of the index. */
  readonly table?: RelationName
  /** It is the primary key of a table that the account owns. */
  readonly isOwnKey: boolean
}

/** @returns the object with each of these names, by entity name; tables and views are not included */
export async function findNameTakers(
  session: PostgresSession,
  names: readonly RelationName[],
): Promise<ReadonlyMap<string, NameTaker>> {
  const rows = await session.query(
    `WITH wanted AS (SELECT n.oid, n.nspname, w->>'name' AS name FROM pg_catalog.json_array_elements($1::json) w
       JOIN pg_catalog.pg_namespace n ON n.nspname = w->>'schema')
     SELECT w.nspname AS schema, w.name, CASE c.relkind WHEN 'S' THEN 'sequence' WHEN 'c' THEN 'type' ELSE 'index' END AS kind,
       t.relname AS table, COALESCE(i.indisprimary AND pg_catalog.pg_has_role(t.relowner, 'USAGE'), false) AS is_own_key
     FROM wanted w JOIN pg_catalog.pg_class c ON c.relnamespace = w.oid AND c.relname = w.name AND c.relkind IN ('i', 'I', 'S', 'c')
       LEFT JOIN pg_catalog.pg_index i ON i.indexrelid = c.oid LEFT JOIN pg_catalog.pg_class t ON t.oid = i.indrelid
     UNION ALL SELECT w.nspname, w.name, 'type', NULL, false FROM wanted w
       JOIN pg_catalog.pg_type y ON y.typnamespace = w.oid AND y.typname = w.name AND y.typrelid = 0
         AND NOT EXISTS (SELECT FROM pg_catalog.pg_type e WHERE e.typarray = y.oid)`,
    [JSON.stringify(names)],
  )
  return new Map(
    rows.map((row) => {
      const { schema, name, kind, table } = row
      const own = { schema: schema ?? '', name: table ?? '' }
      return [
        entityName({ schema: schema ?? '', name: name ?? '' }),
        defined({
          kind: KINDS[kind ?? ''] ?? sentence`an index`,
          isOwnKey: row['is_own_key'] === 't',
          table: table ? own : undefined,
        }),
      ]
    }),
  )
}

const KINDS: Readonly<Record<string, Sentence>> = { sequence: sentence`a sequence`, type: sentence`a type` }

/**
 * The key of a table that a flow fills is renamed if a new table needs its name.
 * @returns the SQL for that, and a message. @throws ConnectorError if another object has the name
 */
export async function planGivingWay(
  session: PostgresSession,
  target: RelationName,
  { kind, table, isOwnKey }: NameTaker,
  { isDry }: Pick<TargetRequest, 'isDry'>,
): Promise<{
  readonly statements: readonly string[]
  readonly notes: readonly Sentence[]
}> {
  const free = table && isOwnKey && (await isMovedTo(session, table)) && (await freeKeyName(session, table))
  if (table && free)
    return {
      statements: [`ALTER INDEX ${sqlName(target)} RENAME TO ${quoteIdentifier(free)}`],
      notes: [
        isDry
          ? sentence`The key of ${entityName(table)} would be called ${free}, because a table would get its name.`
          : sentence`The key of ${entityName(table)} is called ${free} from now on, because a table gets its name.`,
      ],
    }
  throw new ConnectorError({
    code: 'TARGET_NAME_TAKEN',
    message: table
      ? sentence`In the schema ${target.schema}, ${target.name} is already the name of ${kind} of ${entityName(table)}.`
      : sentence`In the schema ${target.schema}, ${target.name} is already the name of ${kind}.`,
    hint: table
      ? sentence`Rename it there (ALTER INDEX ${entityName(target)} RENAME TO …), or choose another target.`
      : sentence`Rename it there, or choose another target.`,
    field: 'target',
  })
}

async function isMovedTo(session: PostgresSession, { schema, name }: RelationName): Promise<boolean> {
  if (!(await hasFenceTable(session, schema))) return false
  const [row] = await session.query(`SELECT 1 AS found FROM ${sqlName(fenceTable(schema))} WHERE target = $1 LIMIT 1`, [
    name,
  ])
  return row !== undefined
}
