import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { entityName, type RelationName } from '../schema/relation-name.ts'

/** What a plan for an existing table was made from. */
export interface PlannedTable {
  readonly target: RelationName
  /** As `definitionsOf` returned it before the table was described. */
  readonly definition: string | undefined
  /** Whether a plan that is made now is the same; asked where the definition is another one. @throws ConnectorError if there can be none */
  readonly isStill: (session: PostgresSession) => Promise<boolean>
}

const OF_INDEXES = '(SELECT i.indexrelid FROM pg_catalog.pg_index i WHERE i.indrelid = w.oid)'
const OF_CONSTRAINTS = '(SELECT k.oid FROM pg_catalog.pg_constraint k WHERE k.conrelid = w.oid)'

/** Where the catalogs say what a table is and what hangs on it, with the condition for the table `w`. */
const CATALOGS = [
  ['pg_class', 'oid = w.oid'],
  ['pg_attribute', 'attrelid = w.oid'],
  ['pg_attrdef', 'adrelid = w.oid'],
  ['pg_index', 'indrelid = w.oid'],
  ['pg_constraint', 'conrelid = w.oid'],
  ['pg_trigger', 'tgrelid = w.oid'],
  ['pg_rewrite', 'ev_class = w.oid'],
  ['pg_policy', 'polrelid = w.oid'],
  ['pg_statistic_ext', 'stxrelid = w.oid'],
  ['pg_publication_rel', 'prrelid = w.oid'],
  ['pg_subscription_rel', 'srrelid = w.oid'],
  ['pg_class', `oid IN ${OF_INDEXES}`],
  ['pg_type', 'typrelid = w.oid'],
  ['pg_description', `objoid = w.oid AND classoid = 'pg_catalog.pg_class'::regclass`],
  ['pg_description', `objoid IN ${OF_INDEXES} AND classoid = 'pg_catalog.pg_class'::regclass`],
  ['pg_description', `objoid IN ${OF_CONSTRAINTS} AND classoid = 'pg_catalog.pg_constraint'::regclass`],
] as const

const DEFINITIONS = `
SELECT w.schema, w.name, w.oid || ' ' || pg_catalog.md5(pg_catalog.string_agg(v.version, ' ' ORDER BY v.version)) AS definition
FROM (SELECT c.oid, n.nspname AS schema, c.relname AS name FROM pg_catalog.json_array_elements($1::json) j
    JOIN pg_catalog.pg_namespace n ON n.nspname = (j->>'schema') COLLATE "C"
    JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname = (j->>'name') COLLATE "C") w
  CROSS JOIN LATERAL (${CATALOGS.map(
    ([table, where]) =>
      `SELECT pg_catalog.concat_ws(' ', '${table}', xmin, ctid) AS version FROM pg_catalog.${table} WHERE ${where}`,
  ).join(' UNION ALL ')}) v
GROUP BY w.schema, w.name, w.oid`

/** A text for each table that is there, by entity name: another one after any change to the table or to what hangs on it. */
export async function definitionsOf(
  session: PostgresSession,
  tables: readonly RelationName[],
): Promise<ReadonlyMap<string, string>> {
  const names = tables.map(({ schema, name }) => ({ schema, name }))
  const rows = await session.repeat(DEFINITIONS, [JSON.stringify(names)])
  return new Map(
    rows.map((row) => [entityName({ schema: row['schema'] ?? '', name: row['name'] ?? '' }), row['definition'] ?? '']),
  )
}

export const definitionOf = async (session: PostgresSession, table: RelationName): Promise<string | undefined> =>
  (await definitionsOf(session, [table])).get(entityName(table))

/** Called where the table is locked against changes. @throws ConnectorError `TARGET_CHANGED` if the plan is not made from what the table is now */
export async function refuseChanged(session: PostgresSession, planned: PlannedTable | undefined): Promise<void> {
  if (!planned || (await definitionOf(session, planned.target)) === planned.definition) return
  if (!(await planned.isStill(session))) throw targetChanged(planned.target)
}

/** No such table, column or kind of table, although the plan has just found them. Source: PostgreSQL, "Error Codes". */
const NOT_AS_PLANNED: ReadonlySet<unknown> = new Set(['42P01', '42703', '42809'])

/** Staging in a table that is there. @throws ConnectorError `TARGET_CHANGED` if it is not there as planned */
export async function stageAsPlanned(
  session: PostgresSession,
  planned: PlannedTable | undefined,
  stage: () => Promise<void>,
): Promise<void> {
  try {
    await stage()
  } catch (error) {
    const isOther = error instanceof Error && 'code' in error && NOT_AS_PLANNED.has(error.code)
    throw planned && isOther ? targetChanged(planned.target, error) : error
  }
  await refuseChanged(session, planned)
}

export const targetChanged = (target: RelationName, cause?: unknown) =>
  new ConnectorError(
    {
      code: 'TARGET_CHANGED',
      message: sentence`The table ${entityName(target)} was changed during the run.`,
      hint: sentence`Its old rows and the change are kept. Run again.`,
      retryable: true,
    },
    { cause },
  )
