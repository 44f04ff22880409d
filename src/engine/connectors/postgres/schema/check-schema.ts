import type { ErrorObject } from '../../../../core/catalog/runs/error-object.ts'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier } from './quote-identifier.ts'

/** @returns whether it exists; a missing one can be created. @throws ConnectorError `PERMISSION_MISSING` */
export async function checkSchema(session: PostgresSession, schema: string): Promise<boolean> {
  const [row] = await session.query(
    `SELECT pg_catalog.to_regnamespace($1)::oid AS found, pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CREATE') AS creatable,
       (SELECT pg_catalog.has_schema_privilege(oid, 'CREATE') FROM pg_catalog.pg_namespace WHERE nspname = $2) AS usable`,
    [quoteIdentifier(schema), schema],
  )
  if (row?.['found'] === null) {
    if (row['creatable'] !== 't') {
      throw missing(
        sentence`There is no schema "${schema}", and the account may not create it.`,
        sentence`Create the schema and grant CREATE on it, or GRANT CREATE ON DATABASE.`,
        { kind: 'schema', name: schema, missing: true },
      )
    }
    return false
  }
  if (row?.['usable'] !== 't') {
    throw missing(
      sentence`The account may not create tables in the schema "${schema}".`,
      sentence`GRANT USAGE, CREATE ON SCHEMA to the account.`,
      { kind: 'schema', name: schema },
    )
  }
  return true
}

/** @returns whether it exists, also for an account that may use nothing in it; a missing one can be created. @throws ConnectorError `PERMISSION_MISSING` */
export async function hasSchema(session: PostgresSession, schema: string): Promise<boolean> {
  const [found] = await session.query('SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1', [schema])
  return found !== undefined || checkSchema(session, schema)
}

/** Immediately: it contains the fence, which must outlive the attempt. */
export async function createSchema(session: PostgresSession, schema: string): Promise<void> {
  await session.query(`CREATE SCHEMA IF NOT EXISTS ${quoteIdentifier(schema)}`)
}

const missing = (message: Sentence, hint: Sentence, object: ErrorObject) =>
  new ConnectorError({
    code: 'PERMISSION_MISSING',
    message,
    hint,
    object,
    field: 'user',
  })
