import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PostgresSession, TextRow } from '../driver/postgres-session.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { refillStrategy } from './refill-strategy.ts'
import { swapStrategy } from './swap-strategy.ts'
import type { Widening } from './widening.ts'
import type { WriteStrategy } from './write-strategy.ts'

/** The properties of existing tables that `chooseStrategy` needs. @returns them by the tables' numbers */
export async function tableFacts(
  session: PostgresSession,
  oids: readonly number[],
): Promise<ReadonlyMap<string, TextRow>> {
  const rows = await session.query(FACTS(session.major), [`{${oids.join(',')}}`])
  return new Map(rows.map((row) => [row['oid'] ?? '', row]))
}

interface ReplacedRows {
  /** The columns that are written. */
  readonly columns: readonly string[]
  readonly widening: Widening
  /** Whether rows that break a constraint are to be removed. */
  readonly checksRows: boolean
}

/** Decides how rows are written to an existing table: by a swap if that loses nothing, otherwise by a refill. @throws ConnectorError */
export function chooseStrategy(
  target: Relation,
  facts: TextRow | undefined,
  { columns, widening, checksRows }: ReplacedRows,
  stagingName: string,
): WriteStrategy {
  const is = (name: string) => facts?.[name] === 't'
  // A copy of the definition would refuse rows that break a check while they arrive, together with all others.
  if (is('plain') && is('owned') && !(checksRows && is('has_checks')))
    return swapStrategy(target, stagingName, widening)
  if (!is('writable'))
    throw missing(target, sentence`GRANT SELECT, INSERT, DELETE, UPDATE ON the table, or make the account its owner.`)
  if (!is('temporary'))
    throw missing(target, sentence`GRANT TEMPORARY ON DATABASE, where rows wait until all have arrived.`)
  const isPointedTo = is('pointed_to')
  const key = JSON.parse(facts?.['merge_key'] ?? 'null') as readonly string[] | null
  if (isPointedTo && (key === null || !key.every((name) => columns.includes(name)))) throw unmergeable(target)
  return refillStrategy(target, stagingName, {
    columns,
    identityAlways: target.columns.filter(({ isIdentityAlways }) => isIdentityAlways).map(({ name }) => name),
    mergeKey: isPointedTo && key ? key : undefined,
    widening,
  })
}

/** Whether a copy of a table's definition, with its indexes, grants and comment, is a full replacement for the table. */
const FACTS = (major: number) => `
SELECT c.oid, c.relkind = 'r' AND c.relpersistence = 'p' AND NOT c.relispartition AND c.reloftype = 0 AND c.reltablespace = 0
    AND c.reloptions IS NULL AND c.relreplident = 'd' AND NOT c.relrowsecurity AND NOT c.relforcerowsecurity
    AND (c.relam = 0 OR (SELECT amname FROM pg_catalog.pg_am WHERE oid = c.relam) = pg_catalog.current_setting('default_table_access_method'))
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_inherits WHERE inhrelid = c.oid OR inhparent = c.oid)
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_trigger WHERE tgrelid = c.oid)
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_policy WHERE polrelid = c.oid)
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_statistic_ext WHERE stxrelid = c.oid)
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_seclabel WHERE objoid = c.oid)
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_publication_tables WHERE schemaname = n.nspname AND tablename = c.relname)
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_class t WHERE t.oid = c.reltoastrelid AND t.reloptions IS NOT NULL)
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      AND (a.attidentity <> '' OR a.attacl IS NOT NULL OR a.attoptions IS NOT NULL OR COALESCE(a.attstattarget, -1) >= 0))
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint k WHERE k.conrelid = c.oid
      AND (k.contype NOT IN ('c', 'p', 'u', 'n') OR NOT k.convalidated OR NOT k.conislocal${major >= 18 ? ' OR NOT k.conenforced OR k.conperiod' : ''}
        OR pg_catalog.obj_description(k.oid, 'pg_constraint') IS NOT NULL))
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid WHERE i.indrelid = c.oid
      AND (NOT i.indisvalid OR i.indisclustered OR i.indisreplident OR i.indisexclusion OR x.reltablespace <> 0
        OR pg_catalog.obj_description(x.oid, 'pg_class') IS NOT NULL
        OR EXISTS (SELECT FROM pg_catalog.pg_attribute a WHERE a.attrelid = x.oid AND COALESCE(a.attstattarget, -1) >= 0)))
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('e', 'x'))
    AND NOT EXISTS (${DEPENDENTS}) AS plain,
  pg_catalog.pg_has_role(c.relowner, 'USAGE') AND pg_catalog.has_schema_privilege(n.oid, 'CREATE') AS owned,
  pg_catalog.has_table_privilege(c.oid, 'SELECT') AND pg_catalog.has_table_privilege(c.oid, 'INSERT')
    AND pg_catalog.has_table_privilege(c.oid, 'DELETE') AND pg_catalog.has_table_privilege(c.oid, 'UPDATE') AS writable,
  pg_catalog.has_database_privilege(pg_catalog.current_database(), 'TEMPORARY') AS temporary,
  c.oid IN (SELECT k.confrelid FROM pg_catalog.pg_constraint k WHERE k.contype = 'f') AS pointed_to,
  EXISTS (SELECT FROM pg_catalog.pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c') AS has_checks,
  (SELECT pg_catalog.json_agg(a.attname ORDER BY a.attnum) FROM (
      SELECT i.indrelid, i.indkey FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND i.indimmediate
        AND i.indpred IS NULL AND i.indexprs IS NULL
        AND (i.indisprimary OR i.indexrelid IN (SELECT k.conindid FROM pg_catalog.pg_constraint k WHERE k.contype = 'f'))
      ORDER BY i.indisprimary DESC LIMIT 1) i
    JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)) AS merge_key
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = ANY ($1::oid[])`

/**
 * All objects that depend on the table, its row type or its constraints, except its own parts: views, functions, foreign keys, sequences. The query lists the
 * table's parts, because otherwise the server would read all dependencies of the database for each table.
 */
const DEPENDENTS = `
  SELECT FROM (
      SELECT 'pg_catalog.pg_class'::regclass AS classid, c.oid
      UNION ALL SELECT 'pg_catalog.pg_class'::regclass, indexrelid FROM pg_catalog.pg_index WHERE indrelid = c.oid
      UNION ALL SELECT 'pg_catalog.pg_constraint'::regclass, k.oid FROM pg_catalog.pg_constraint k WHERE k.conrelid = c.oid
      UNION ALL SELECT 'pg_catalog.pg_type'::regclass, c.reltype
      UNION ALL SELECT 'pg_catalog.pg_type'::regclass, t.typarray FROM pg_catalog.pg_type t WHERE t.oid = c.reltype) part
    JOIN pg_catalog.pg_depend d ON d.refclassid = part.classid AND d.refobjid = part.oid
  WHERE NOT CASE d.classid
      WHEN 'pg_catalog.pg_class'::regclass THEN d.objid = c.reltoastrelid OR d.objid IN (SELECT indexrelid FROM pg_catalog.pg_index WHERE indrelid = c.oid)
      WHEN 'pg_catalog.pg_constraint'::regclass THEN d.objid IN (SELECT oid FROM pg_catalog.pg_constraint WHERE conrelid = c.oid)
      WHEN 'pg_catalog.pg_attrdef'::regclass THEN d.objid IN (SELECT oid FROM pg_catalog.pg_attrdef WHERE adrelid = c.oid)
      WHEN 'pg_catalog.pg_type'::regclass THEN d.objid IN (c.reltype, (SELECT typarray FROM pg_catalog.pg_type WHERE oid = c.reltype))
      ELSE false END`

const missing = ({ schema, name }: Relation, hint: Sentence) =>
  new ConnectorError({
    code: 'PERMISSION_MISSING',
    message: sentence`The account may not replace the rows of ${schema}.${name}.`,
    hint,
    field: 'user',
    retryable: false,
  })

const unmergeable = ({ schema, name }: Relation) =>
  new ConnectorError({
    code: 'TARGET_IN_USE',
    message: sentence`Foreign keys of other tables point to ${schema}.${name}, and it has no primary key among the columns of the stream to match rows by.`,
    hint: sentence`Add the key columns to the stream, remove the foreign keys, or choose another target.`,
    retryable: false,
  })
