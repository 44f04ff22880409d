import type { Connector, Problem, TestStage, TestStageName } from '../connector.ts'
import { ConnectorError } from '../connector.ts'
import type { StageObserver } from './open-session.ts'
import { openSession } from './open-session.ts'
import { postgresCredentials } from './postgres-credentials.ts'
import { postgresProblem } from './postgres-problem.ts'
import type { PostgresSession } from './postgres-session.ts'
import { ownName } from './relation-name.ts'

/** Leaves half a second of the ten that a test may take for closing the connection. */
const TIME_LIMIT_MS = 9_500

const STAGES: readonly TestStageName[] = ['resolve', 'connect', 'tls', 'sign-in', 'read', 'write']

/** Tries everything a run needs, in order, and stops at the first thing that fails. */
export const testPostgres: Connector['test'] = async (endpoint, capability, context) => {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIME_LIMIT_MS)])
  const done = new Map<TestStageName, TestStage>()
  const password = endpoint.credentials['password']
  const secret = typeof password === 'string' ? password : ''

  // With `prefer` and `allow` a stage may run twice; the last try is the one that counts.
  const observe: StageObserver = async (stage, work) => {
    const started = performance.now()
    const elapsed = () => Math.round((performance.now() - started) * 10) / 10
    try {
      const result = await work()
      done.set(stage, { stage, status: 'passed', milliseconds: elapsed() })
      return result
    } catch (error) {
      const problem = signal.aborted ? tooSlow : postgresProblem(error, undefined, secret)
      done.set(stage, {
        stage,
        status: 'failed',
        milliseconds: elapsed(),
        problem,
      })
      throw error
    }
  }

  let session: PostgresSession | undefined
  try {
    const credentials = postgresCredentials(endpoint)
    const opened = await openSession(credentials, { ...context, signal }, observe)
    session = opened
    annotate(
      done,
      'tls',
      opened.encryption
        ? `${opened.encryption}${credentials.sslmode.startsWith('verify') ? ', certificate verified' : ', certificate not verified'}`
        : `not encrypted (SSL mode ${credentials.sslmode})`,
    )
    annotate(done, 'sign-in', `PostgreSQL ${opened.major}, signed in as ${credentials.user}`)
    if (capability !== 'destination') await observe('read', () => proveRead(opened))
    if (capability !== 'source') annotate(done, 'write', await observe('write', () => proveWrite(opened)))
  } catch (error) {
    const blamed = [...done.values()].some(({ status }) => status === 'failed')
    if (!blamed)
      done.set('resolve', {
        stage: 'resolve',
        status: 'failed',
        milliseconds: 0,
        problem: postgresProblem(error, undefined, secret),
      })
  } finally {
    await session?.close()
  }
  return STAGES.filter((stage) => isAsked(stage, capability)).map(
    (stage) => done.get(stage) ?? { stage, status: 'skipped', milliseconds: 0 },
  )
}

const isAsked = (stage: TestStageName, capability: string) =>
  !(stage === 'write' && capability === 'source') && !(stage === 'read' && capability === 'destination')

function annotate(done: Map<TestStageName, TestStage>, stage: TestStageName, detail: string): void {
  const found = done.get(stage)
  if (found) done.set(stage, { ...found, detail })
}

const tooSlow: Problem = {
  code: 'SERVER_SILENT',
  message: 'The server did not answer in time.',
  hint: 'Check the host and the port, that firewalls let this server in, and that the database is healthy.',
  field: 'host',
  retryable: true,
}

async function proveRead(session: PostgresSession): Promise<void> {
  const [row] = await session.query(`
    SELECT EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema')::int AS any,
    EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
      AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT'))::int AS readable`)
  if (row?.['any'] === '1' && row['readable'] === '0') {
    throw new ConnectorError({
      code: 'PERMISSION_MISSING',
      message: 'The account may not read any table of this database.',
      hint: 'Grant it: GRANT USAGE ON SCHEMA … and GRANT SELECT ON ALL TABLES IN SCHEMA … TO the account.',
      field: 'user',
      retryable: false,
    })
  }
}

/** Makes and drops a table inside a transaction that rolls back, so that a test leaves nothing behind. */
async function proveWrite(session: PostgresSession): Promise<string> {
  const [place] = await session.query(`
    SELECT pg_catalog.pg_is_in_recovery()::int AS standby, (SELECT pg_catalog.quote_ident(n.nspname) FROM pg_catalog.pg_namespace n
      WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND pg_catalog.has_schema_privilege(n.oid, 'CREATE')
      ORDER BY n.nspname <> 'public', n.nspname LIMIT 1) AS schema,
    pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CREATE')::int AS can_create_schema`)
  const schema = place?.['schema'] ?? (place?.['can_create_schema'] === '1' ? ownName('schema') : undefined)
  if (schema === undefined) {
    throw new ConnectorError({
      code: 'PERMISSION_MISSING',
      message: 'The account may not create tables in any schema of this database.',
      hint: 'Grant it: GRANT USAGE, CREATE ON SCHEMA public (or another) TO the account.',
      field: 'user',
      retryable: false,
    })
  }
  const table = `${schema}.${ownName('probe', String(performance.now()))}`
  const needsSchema = place?.['schema'] === null
  await session.query('BEGIN')
  try {
    await session.query(
      `${needsSchema ? `CREATE SCHEMA ${schema};` : ''} CREATE TABLE ${table} (a int); INSERT INTO ${table} VALUES (1); DROP TABLE ${table}`,
    )
  } finally {
    if (session.isOpen) await session.query('ROLLBACK')
  }
  return needsSchema ? 'can create schemas and tables' : `can create tables in ${schema}`
}
