import { type ConnectorContext, ConnectorError, type Endpoint } from '../../../ports/connector.ts'
import type { MirroredTarget, MirrorHindrance } from '../../../ports/mirror-readiness.ts'
import { targetHindrances } from '../../sql/changes/target-hindrances.ts'
import { databaseCredentials } from '../../sql/database-credentials.ts'
import type { PostgresSession, TextRow } from '../driver/postgres-session.ts'
import { hasSchema } from '../schema/check-schema.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { entityName, parseRelationName, sqlName } from '../schema/relation-name.ts'
import { openSession } from '../session/open-session.ts'
import { postgresError } from '../session/postgres-problem.ts'

const WANTED = `(SELECT c.oid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE (n.nspname, c.relname) IN (SELECT w->>0, w->>1 FROM pg_catalog.json_array_elements($1::json) w))`

/** Those of `ENABLE REPLICA TRIGGER` do not fire: a mirror writes like everybody. */
const TRIGGERS = `SELECT n.nspname AS schema, c.relname AS name, g.tgname AS own, p.prosrc AS text
  FROM pg_catalog.pg_trigger g JOIN pg_catalog.pg_class c ON c.oid = g.tgrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_catalog.pg_proc p ON p.oid = g.tgfoid
  WHERE g.tgrelid IN ${WANTED} AND NOT g.tgisinternal AND g.tgenabled IN ('O', 'A') ORDER BY 1, 2, 3`

const FOREIGN_KEYS = `SELECT n.nspname AS schema, c.relname AS name, k.conname AS own, rn.nspname AS to_schema, r.relname AS to_name,
    k.confdeltype NOT IN ('a', 'r') OR k.confupdtype NOT IN ('a', 'r') AS cascades, k.condeferred AS deferred
  FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_catalog.pg_class r ON r.oid = k.confrelid JOIN pg_catalog.pg_namespace rn ON rn.oid = r.relnamespace
  WHERE k.contype = 'f' AND k.conparentid = 0 AND (k.conrelid IN ${WANTED} OR k.confrelid IN ${WANTED}) ORDER BY 1, 2, 3`

const COMPUTED = `SELECT n.nspname AS schema, c.relname AS name, a.attname AS own
  FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE a.attrelid IN ${WANTED} AND a.attgenerated <> '' AND NOT a.attisdropped ORDER BY 1, 2, a.attnum`

const relationOf = ({ schema, name }: TextRow) => ({ schema: schema ?? '', name: name ?? '' })

/** What of existing targets keeps a mirror from being equal to its source. Changes nothing. @throws ConnectorError */
export async function postgresTargetReadiness(
  endpoint: Endpoint,
  context: ConnectorContext,
  targets: readonly MirroredTarget[],
): Promise<readonly MirrorHindrance[]> {
  const credentials = databaseCredentials(endpoint, 'dbname')
  const session = await openSession(credentials, context)
  try {
    const named = targets.map((target) => ({ ...target, name: parseRelationName(target.target) }))
    const wanted = [JSON.stringify(named.map(({ name: { schema, name } }) => [schema, name]))]
    const triggers = (await session.query(TRIGGERS, wanted)).map((row) => ({
      table: entityName(relationOf(row)),
      name: row['own'] ?? '',
      text: row['text'] ?? '',
      statement: `ALTER TABLE ${sqlName(relationOf(row))} DISABLE TRIGGER ${quoteIdentifier(row['own'] ?? '')};`,
    }))
    const foreignKeys = (await session.query(FOREIGN_KEYS, wanted)).map(foreignKeyOf)
    const computed = (await session.query(COMPUTED, wanted)).map((row) => ({
      table: entityName(relationOf(row)),
      column: row['own'] ?? '',
      statement: `ALTER TABLE ${sqlName(relationOf(row))} ALTER COLUMN ${quoteIdentifier(row['own'] ?? '')} DROP EXPRESSION;`,
    }))
    const spelled = named.map(({ name, ...target }) => ({ ...target, target: entityName(name) }))
    const schemas = [...new Set(named.map(({ name }) => name.schema))]
    const absent = await Promise.all(schemas.map((schema) => absentSchema(session, schema, credentials.user)))
    return [...absent.flat(), ...targetHindrances(spelled, { triggers, foreignKeys, computed })]
  } catch (error) {
    throw postgresError(error, 'destination', credentials.password)
  } finally {
    await session.close()
  }
}

/** A schema that is missing, and that the account may not create. */
async function absentSchema(session: PostgresSession, schema: string, account: string): Promise<MirrorHindrance[]> {
  try {
    await hasSchema(session, schema)
    return []
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    const statement = `CREATE SCHEMA ${quoteIdentifier(schema)} AUTHORIZATION ${quoteIdentifier(account)};`
    return [{ side: 'destination', reason: error.problem.message, statement }]
  }
}

function foreignKeyOf(row: TextRow) {
  const table = relationOf(row)
  const referred = { schema: row['to_schema'] ?? '', name: row['to_name'] ?? '' }
  const own = quoteIdentifier(row['own'] ?? '')
  const cascades = row['cascades'] === 't'
  return {
    table: entityName(table),
    name: row['own'] ?? '',
    referred: entityName(referred),
    cascades,
    isDeferred: row['deferred'] === 't' && !cascades,
    statement: `ALTER TABLE ${sqlName(table)} DROP CONSTRAINT ${own};`,
    deferring: `ALTER TABLE ${sqlName(table)} ALTER CONSTRAINT ${own} DEFERRABLE INITIALLY DEFERRED;`,
  }
}
