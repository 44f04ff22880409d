import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { newColumnsNote } from '../../shared/target-notes.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { entityName, type RelationName, sqlName } from '../schema/relation-name.ts'

/** Changes of a table so that it can store the source's new columns and types. */
export interface Widening {
  /** Missing columns. */
  readonly added: readonly SourceColumn[]
  /** Columns that get a wider type. */
  readonly retyped: readonly RetypedColumn[]
}

export interface RetypedColumn extends SourceColumn {
  /** As SQL, which a change of the type would otherwise set back. */
  readonly collation?: string
}

export const isEmpty = ({ added, retyped }: Widening) => added.length === 0 && retyped.length === 0

/** New columns may be empty, because the existing rows have no value for them. Without changes the statement is empty. */
export function widenStatement(table: string, widening: Widening): string {
  if (isEmpty(widening)) return ''
  const changes = [
    ...widening.added.map(({ name, type }) => `ADD COLUMN ${quoteIdentifier(name)} ${type}`),
    ...widening.retyped.map(
      ({ name, type, collation }) =>
        `ALTER COLUMN ${quoteIdentifier(name)} TYPE ${type}${collation === undefined ? '' : ` COLLATE ${collation}`}`,
    ),
  ]
  return `ALTER TABLE ${table} ${changes.join(', ')}`
}

/**
 * The lock of an INSERT, by an INSERT that is only planned: `LOCK TABLE` needs the right to write every column.
 * Source: PostgreSQL, "Explicit Locking", ROW EXCLUSIVE.
 */
export const lockAsWriter = (target: RelationName) => `EXPLAIN INSERT INTO ${sqlName(target)} DEFAULT VALUES`

/** The lock that a strategy needs anyway, or a stricter one if the table is also changed. */
export const lockFor = (target: RelationName, lock: string, widening: Widening) =>
  isEmpty(widening) ? lock : lockIn('ACCESS EXCLUSIVE', target)

export const lockIn = (mode: string, target: RelationName) => `LOCK TABLE ${sqlName(target)} IN ${mode} MODE`

/** A table of this transaction with the written columns as the target has them, or will have them. */
export async function createStaging(
  session: PostgresSession,
  target: RelationName,
  stagingName: string,
  { columns, widening }: { readonly columns: readonly string[]; readonly widening: Widening },
): Promise<void> {
  const there = columns.filter((name) => !widening.added.some((column) => column.name === name))
  const staging = quoteIdentifier(stagingName)
  await session.query(
    `CREATE TEMPORARY TABLE ${staging} ON COMMIT DROP AS SELECT ${there.map(quoteIdentifier).join(', ')} FROM ${sqlName(target)} WITH NO DATA`,
  )
  if (!isEmpty(widening)) await session.query(widenStatement(`pg_temp.${staging}`, widening))
}

/** Takes back the rights that others get to every new table of the account (`ALTER DEFAULT PRIVILEGES`): the target may have refused them. */
export async function revokeDefaults(session: PostgresSession, staging: string): Promise<void> {
  const rows = await session.query(
    `SELECT DISTINCT pg_catalog.format('REVOKE ALL ON TABLE %s FROM %s', $1::text,
         CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(a.grantee)) END) AS statement
       FROM pg_catalog.pg_class c, pg_catalog.aclexplode(c.relacl) a WHERE c.oid = pg_catalog.to_regclass($1) AND a.grantee <> c.relowner`,
    [staging],
  )
  for (const { statement } of rows) if (statement) await session.query(statement)
}

/** @throws ConnectorError when the account may not change the table, or views prevent a wider type */
export async function requireWidenable(session: PostgresSession, target: Relation, widening: Widening): Promise<void> {
  if (isEmpty(widening)) return
  const [facts] = await session.query(
    `SELECT pg_catalog.pg_has_role(c.relowner, 'USAGE') AS owned,
       (SELECT pg_catalog.string_agg(DISTINCT r.ev_class::regclass::text, ', ') FROM pg_catalog.pg_depend d
          JOIN pg_catalog.pg_rewrite r ON r.oid = d.objid
          JOIN pg_catalog.pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
        WHERE d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.refobjid = c.oid
          AND a.attname IN (SELECT pg_catalog.json_array_elements_text($2::json))) AS views
     FROM pg_catalog.pg_class c WHERE c.oid = $1`,
    [target.oid, JSON.stringify(widening.retyped.map(({ name }) => name))],
  )
  const columns = [...widening.added, ...widening.retyped].map(({ name, type }) => `${name} (${type})`).join(', ')
  if (facts?.['owned'] !== 't')
    throw new ConnectorError({
      code: 'PERMISSION_MISSING',
      message: sentence`The source has changed, and the account may not change ${entityName(target)} accordingly: ${columns}.`,
      hint: sentence`Make the account the owner of the table, change the table yourself, or leave new columns out (a setting of the stream).`,
      field: 'user',
      object: { kind: 'table', schema: target.schema, name: target.name, right: 'OWNER' },
    })
  const views = facts['views']
  if (views != null)
    throw new ConnectorError({
      code: 'TARGET_IN_USE',
      message: sentence`The source has changed, but Postgres does not change the type of columns of ${entityName(target)} that these views show: ${views}. Wanted: ${columns}.`,
      hint: sentence`Drop the views, run, and create them again; or cast the column with a transformation.`,
    })
}

/** A description of the changes for people. */
export function wideningNotes(
  target: RelationName,
  { added, retyped }: Widening,
  request: Pick<TargetRequest, 'isDry'>,
): readonly Sentence[] {
  const [table, wider] = [entityName(target), listOf(retyped)]
  const ofRetyped = request.isDry
    ? sentence`Columns of ${table} would become wider: ${wider}. The table may be rewritten; readers would wait meanwhile.`
    : sentence`Columns of ${table} become wider: ${wider}. The table may be rewritten; readers wait meanwhile.`
  return [
    ...(added.length > 0 ? [newColumnsNote(table, listOf(added), request)] : []),
    ...(retyped.length > 0 ? [ofRetyped] : []),
  ]
}

const listOf = (columns: readonly SourceColumn[]) => columns.map(({ name, type }) => `${name} (${type})`).join(', ')
