import { readdir } from 'node:fs/promises'
import { defined } from '../../../core/catalog/defined.ts'
import { VERSION } from '../../host/version.ts'
import type { SealedCredentials } from '../../vault/vault.ts'
import { APPLICATION_ROLE } from './application-role.ts'
import { only, type Query, queryOn } from './database.ts'
import { listMigrations, tooNew } from './list-migrations.ts'
import { MIGRATIONS } from './migrate.ts'
import { readFreeConnections } from './session-room.ts'
import { StoreClient } from './store-client.ts'

/** What a database says of itself, read without changing anything. */
export interface StoreReport {
  /** As Postgres counts it: 130000 is 13.0. */
  readonly version: number
  readonly role: string
  /** Whether the role may create the schema, or has it already. */
  readonly mayHaveSchema: boolean
  /** Whether the role is subject to row-level security, has the role that is, or may create it. */
  readonly canBeScoped: boolean
  /** How far its clock is ahead of ours. */
  readonly aheadMs: number
  /** Connections that Millrace can have, in all its processes. */
  readonly freeConnections: number
  readonly migrations: Migrations
  /** Classes of workers that flows which are switched on ask for; an empty one: flows that ask for none. */
  readonly classes: readonly ClassRow[]
  /** What tells whether a master key is the one of this store; absent before the first start. */
  readonly sealed?: SealedCredentials
}

export interface ClassRow {
  readonly class: string
  readonly flows: number
  /** That live. */
  readonly workers: number
}

interface Migrations {
  readonly isNew: boolean
  /** Migrations that the next start applies. */
  readonly missing: readonly string[]
  /** Migrations of a newer version, with which this one cannot work. */
  readonly tooNew: readonly string[]
}

const CONNECT_MS = 10_000

/** Rejects with the error of the server or the socket. */
export async function inspectStore(databaseUrl: string): Promise<StoreReport> {
  const client = new StoreClient({
    connectionString: databaseUrl,
    application_name: 'millrace doctor',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const query = queryOn(client)
    await query('set search_path = millrace')
    const { tables, ...rights } = await readRights(query)
    const sealed = tables.includes('master_key') ? await readSealed(query) : undefined
    return {
      ...rights,
      aheadMs: await readClock(query),
      freeConnections: await readFreeConnections(query),
      migrations: await readMigrations(query, tables.includes('migrations')),
      classes: tables.includes('workers') ? await readClasses(query) : [],
      ...defined({ sealed }),
    }
  } finally {
    await client.end()
  }
}

export async function readRights(query: Query) {
  const [row] = await query<{
    version: number
    role: string
    may_create: boolean
    has_schema: boolean
    is_scoped: boolean
    has_role: boolean
    may_create_roles: boolean
    tables: string[]
  }>(
    `select current_setting('server_version_num')::int as version, rolname::text as role,
       has_database_privilege(current_database(), 'create') as may_create,
       (select count(*) = 1 from pg_namespace
        where nspname = 'millrace' and pg_has_role(current_user, nspowner, 'usage')) as has_schema,
       not (rolsuper or rolbypassrls) as is_scoped,
       exists (select from pg_roles where rolname = $1) as has_role,
       rolsuper or rolcreaterole as may_create_roles,
       (select coalesce(array_agg(tablename::text), '{}') from pg_tables where schemaname = 'millrace') as tables
     from pg_roles where rolname = current_user`,
    [APPLICATION_ROLE],
  )
  if (!row) throw new Error('The role of DATABASE_URL is not in pg_roles.')
  return {
    version: row.version,
    role: row.role,
    mayHaveSchema: row.may_create || row.has_schema,
    canBeScoped: row.is_scoped || row.has_role || row.may_create_roles,
    tables: row.tables,
  }
}

export async function readClock(query: Query): Promise<number> {
  const asked = Date.now()
  const { now } = await only(query<{ now: Date }>('select clock_timestamp() as now'))
  return now.getTime() - (asked + Date.now()) / 2
}

async function readMigrations(query: Query, isThere: boolean): Promise<Migrations> {
  const known = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql'))
  const applied = isThere ? await listMigrations(query) : []
  return {
    isNew: !isThere,
    missing: known.filter((name) => !applied.some((other) => other.name === name)),
    tooNew: tooNew(applied, new Set(known), VERSION),
  }
}

export async function readSealed(query: Query): Promise<SealedCredentials | undefined> {
  const [row] = await query<{ sealed: SealedCredentials }>('select sealed from master_key')
  return row?.sealed
}

export const readClasses = (query: Query): Promise<ClassRow[]> =>
  query<ClassRow>(
    `with scope as materialized (select set_config('millrace.system', 'on', false)),
     wanted as (select coalesce(config->>'worker_class', '') as class, count(*)::int as flows from scope, flows where enabled group by 1)
     select class, flows, (select count(*)::int from workers where workers.class = wanted.class and seen_at > now() - interval '10 seconds') as workers
     from wanted order by class`,
  )
