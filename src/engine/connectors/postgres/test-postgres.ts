import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import { testDatabase } from '../sql/test-database.ts'
import type { PostgresSession } from './driver/postgres-session.ts'
import { internalName } from './schema/relation-name.ts'
import { openSession } from './session/open-session.ts'
import { postgresProblem } from './session/postgres-problem.ts'

export const testPostgres = testDatabase<PostgresSession>({
  field: 'dbname',
  open: openSession,
  serverOf: ({ major }, { user }) => sentence`PostgreSQL ${major}, signed in as ${user}`,
  read: proveRead,
  write: proveWrite,
  problemOf: (error, secret) => postgresProblem(error, undefined, secret),
})

async function proveRead(session: PostgresSession): Promise<undefined> {
  const [row] = await session.query(`
    SELECT EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema')::int AS any,
    EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
      AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT'))::int AS readable`)
  if (row?.['any'] === '1' && row['readable'] === '0') {
    throw new ConnectorError({
      code: 'PERMISSION_MISSING',
      message: sentence`The account may not read any table of this database.`,
      hint: sentence`Grant it: GRANT USAGE ON SCHEMA … and GRANT SELECT ON ALL TABLES IN SCHEMA … TO the account.`,
      field: 'user',
    })
  }
}

/** Creates and drops a table in a transaction that is rolled back, so that a test leaves nothing behind. */
async function proveWrite(session: PostgresSession): Promise<Sentence> {
  const [place] = await session.query(`
    SELECT pg_catalog.pg_is_in_recovery()::int AS standby, (SELECT pg_catalog.quote_ident(n.nspname) FROM pg_catalog.pg_namespace n
      WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND pg_catalog.has_schema_privilege(n.oid, 'CREATE')
      ORDER BY n.nspname <> 'public', n.nspname LIMIT 1) AS schema,
    pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CREATE')::int AS can_create_schema`)
  const schema = place?.['schema'] ?? (place?.['can_create_schema'] === '1' ? internalName('schema') : undefined)
  if (schema === undefined) {
    throw new ConnectorError({
      code: 'PERMISSION_MISSING',
      message: sentence`The account may not create tables in any schema of this database.`,
      hint: sentence`Grant it: GRANT USAGE, CREATE ON SCHEMA public (or another) TO the account.`,
      field: 'user',
    })
  }
  const table = `${schema}.${internalName('probe', String(performance.now()))}`
  const needsSchema = place?.['schema'] === null
  await session.query('BEGIN')
  try {
    await session.query(
      `${needsSchema ? `CREATE SCHEMA ${schema};` : ''} CREATE TABLE ${table} (a int); INSERT INTO ${table} VALUES (1); DROP TABLE ${table}`,
    )
  } finally {
    if (session.isOpen) await session.query('ROLLBACK')
  }
  return needsSchema ? sentence`can create schemas and tables` : sentence`can create tables in ${schema}`
}
