import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import type { MirrorableTable, MirrorHindrance, MirrorReadiness } from '../../../ports/mirror-readiness.ts'
import type { PostgresSession, TextRow } from '../driver/postgres-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { entityName, parseRelationName, sqlName } from '../schema/relation-name.ts'
import { notedOtherwise } from './log-chooser.ts'

/** What the server and the account allow. Source: PostgreSQL, "Logical Replication", "Configuration Settings" and "Security" */
const SERVER = `SELECT current_setting('wal_level') AS level, pg_catalog.pg_is_in_recovery() AS standby,
    current_setting('max_replication_slots')::int - (SELECT pg_catalog.count(*) FROM pg_catalog.pg_replication_slots WHERE slot_name <> $1) AS slots,
    current_setting('max_wal_senders')::int - (SELECT pg_catalog.count(*) FROM pg_catalog.pg_stat_replication) AS senders,
    r.rolsuper OR r.rolreplication OR COALESCE((SELECT pg_catalog.pg_has_role(current_user, oid, 'MEMBER') FROM pg_catalog.pg_roles WHERE rolname = 'rds_replication'), false) AS replicates,
    pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CREATE') AS creates,
    pg_catalog.quote_ident(current_user) AS account, pg_catalog.quote_ident(pg_catalog.current_database()) AS database,
    EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'rds_replication') AS aws,
    EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'cloudsqlsuperuser') AS google,
    EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'azure_pg_admin') AS azure
  FROM pg_catalog.pg_roles r WHERE r.rolname = current_user`

/** Filters and lists of columns exist from version 15 on. */
const PUBLICATION = `SELECT pg_catalog.quote_ident(p.pubname) AS name, p.puballtables OR NOT (p.pubinsert AND p.pubupdate AND p.pubdelete AND p.pubtruncate AND p.pubviaroot)
    OR NOT pg_catalog.pg_has_role(current_user, p.pubowner, 'USAGE')
    OR EXISTS (SELECT FROM pg_catalog.pg_publication_rel r WHERE r.prpubid = p.oid
      AND COALESCE(pg_catalog.to_jsonb(r)->>'prqual', pg_catalog.to_jsonb(r)->>'prattrs') IS NOT NULL) AS other
  FROM pg_catalog.pg_publication p WHERE p.pubname = $1`

const TABLES = `SELECT n.nspname AS schema, c.relname AS name, c.relkind AS kind, c.relpersistence AS persistence, c.relreplident AS identity,
    pg_catalog.pg_has_role(current_user, c.relowner, 'USAGE') AS owned, pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(c.relowner)) AS owner,
    c.relispartition AS partition, c.relkind = 'r' AND EXISTS (SELECT FROM pg_catalog.pg_inherits i WHERE i.inhparent = c.oid) AS inherited,
    (SELECT pg_catalog.json_agg(pg_catalog.json_build_object('name', a.attname, 'computed', a.attgenerated <> '', 'native', pg_catalog.format_type(COALESCE(NULLIF(y.typbasetype, 0), a.atttypid), NULL) ~ '(^money|\\[\\])$', 'xml', pg_catalog.format_type(a.atttypid, NULL) IN ('xml', 'xml[]'),
        'key', pg_catalog.array_position(i.indkey::int2[], a.attnum)) ORDER BY a.attnum)
      FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type y ON y.oid = a.atttypid
      LEFT JOIN pg_catalog.pg_index i ON i.indrelid = c.oid AND i.indisvalid AND i.indimmediate
        AND CASE c.relreplident WHEN 'i' THEN i.indisreplident ELSE i.indisprimary END
        AND a.attnum = ANY (i.indkey::int2[]) AND pg_catalog.array_position(i.indkey::int2[], a.attnum) < i.indnkeyatts
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE (n.nspname, c.relname) IN (SELECT w->>0, w->>1 FROM pg_catalog.json_array_elements($1::json) w)`

/**
 * Whether the tables can be mirrored under the name of a slot, and what has to be done before. Changes nothing.
 * @param mirror into a database of another system, if `isForOther`. @throws the server's own errors
 */
export async function mirrorReadiness(
  session: PostgresSession,
  { slot, isForOther = false }: { readonly slot: string; readonly isForOther?: boolean },
  entities: readonly string[],
): Promise<MirrorReadiness> {
  const [server = {}] = await session.query(SERVER, [slot])
  const [publication] = await session.query(PUBLICATION, [slot])
  const names = entities.map(parseRelationName)
  const rows = await session.query(TABLES, [JSON.stringify(names.map(({ schema, name }) => [schema, name]))])
  const found = new Map(rows.map((row) => [entityName({ schema: row['schema'] ?? '', name: row['name'] ?? '' }), row]))
  const tables = names.map((name) => {
    const entity = entityName(name)
    const row = found.get(entity)
    return row
      ? readTable(entity, row, { account: server['account'] ?? '', isForOther })
      : { hindrances: [{ entity, reason: sentence`${entity} does not exist, or the account does not see it.` }] }
  })
  return {
    hindrances: [
      ...serverHindrances(server),
      ...publicationHindrances(publication),
      ...tables.flatMap(({ hindrances }) => hindrances),
    ],
    tables: tables.flatMap((table) => ('table' in table ? [table.table] : [])),
  }
}

/** A publication of our name that somebody has made or changed would leave out rows without a word. */
function publicationHindrances(publication: TextRow | undefined): readonly MirrorHindrance[] {
  if (publication?.['other'] !== 't') return []
  const name = publication['name'] ?? ''
  return [
    {
      reason: sentence`The publication ${name} leaves out changes, or belongs to another account.`,
      statement: `DROP PUBLICATION ${name};`,
    },
  ]
}

function serverHindrances(server: TextRow): readonly MirrorHindrance[] {
  const { account, database } = server
  const found: MirrorHindrance[] = []
  if (server['standby'] === 't')
    found.push({ reason: sentence`This server is a standby: connect the source to the primary server.` })
  if (server['level'] !== 'logical')
    found.push({
      reason: sentence`The log of the server does not contain rows (wal_level = ${server['level'] ?? ''}).`,
      ...levelMend(server),
    })
  if (Number(server['slots']) < 1)
    found.push({
      reason: sentence`All replication slots of the server are in use.`,
      statement: 'ALTER SYSTEM SET max_replication_slots = 20;',
      needsRestart: true,
    })
  if (Number(server['senders']) < 1)
    found.push({
      reason: sentence`All connections for replication are in use.`,
      statement: 'ALTER SYSTEM SET max_wal_senders = 20;',
      needsRestart: true,
    })
  if (server['replicates'] !== 't')
    found.push({
      reason: sentence`The account may not read the log.`,
      statement:
        server['aws'] === 't' ? `GRANT rds_replication TO ${account};` : `ALTER ROLE ${account} WITH REPLICATION;`,
    })
  if (server['creates'] !== 't')
    found.push({
      reason: sentence`The account may not say which tables are published.`,
      statement: `GRANT CREATE ON DATABASE ${database} TO ${account};`,
    })
  return found
}

/** Managed servers have a switch of their own, and no `ALTER SYSTEM`. */
function levelMend(server: TextRow): Pick<MirrorHindrance, 'statement' | 'needsRestart'> {
  if (server['aws'] === 't') return { statement: 'rds.logical_replication = 1', needsRestart: true }
  if (server['google'] === 't') return { statement: 'cloudsql.logical_decoding = on', needsRestart: true }
  if (server['azure'] === 't') return { statement: 'wal_level = logical', needsRestart: true }
  return { statement: `ALTER SYSTEM SET wal_level = 'logical';`, needsRestart: true }
}

interface LoggedColumnFacts {
  readonly name: string
  readonly computed: boolean
  readonly xml: boolean
  /** Another system reads the values in another notation than that of the log. */
  readonly native: boolean
  readonly key: number | null
}

function readTable(
  entity: string,
  row: TextRow,
  { account, isForOther }: { readonly account: string; readonly isForOther: boolean },
): { readonly hindrances: readonly MirrorHindrance[]; readonly table: MirrorableTable } {
  const columns = JSON.parse(row['columns'] ?? '[]') as readonly LoggedColumnFacts[]
  const logged = columns.filter(({ computed, xml }) => !computed && !xml)
  const key = columns.filter((column) => column.key !== null).sort((one, other) => (one.key ?? 0) - (other.key ?? 0))
  const name = sqlName(parseRelationName(entity))
  const hindrances: MirrorHindrance[] = []
  const add = (reason: MirrorHindrance['reason'], statement?: string) =>
    hindrances.push({ entity, reason, ...defined({ statement }) })
  const isTable = ['r', 'p'].includes(row['kind'] ?? '')
  if (!isTable) add(sentence`${entity} is not a table: the log has no rows of it.`)
  else if (row['persistence'] !== 'p')
    add(sentence`The rows of ${entity} are not in the log of the server.`, `ALTER TABLE ${name} SET LOGGED;`)
  else if (row['partition'] === 't') add(sentence`${entity} is a partition: choose the table that it belongs to.`)
  if (row['inherited'] === 't')
    add(
      sentence`Other tables inherit from ${entity}: its rows include theirs, which the log has under their own names.`,
    )
  if (row['owned'] !== 't')
    add(sentence`Only the owner of ${entity} may publish it.`, `GRANT ${row['owner'] ?? ''} TO ${account};`)
  if (isTable && key.length === 0 && row['identity'] !== 'f')
    add(
      sentence`The rows of ${entity} have no key, so the source itself would refuse to change them once they are published.`,
      `ALTER TABLE ${name} REPLICA IDENTITY FULL;`,
    )
  for (const column of columns.filter(({ xml }) => xml))
    add(
      sentence`The log does not contain all of ${entity}.${column.name}: of an XML document it leaves out which encoding the document declares.`,
      `ALTER TABLE ${name} ALTER ${quoteIdentifier(column.name)} TYPE text;`,
    )
  for (const column of columns.filter(({ native }) => native && isForOther)) add(notedOtherwise(entity, column.name))
  return {
    hindrances,
    table: {
      entity,
      columns: logged.map((column) => column.name),
      key: key.map((column) => column.name),
      computed: columns.filter(({ computed }) => computed).map((column) => column.name),
    },
  }
}
