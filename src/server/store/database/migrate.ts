import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

import { StartFailure } from '../../host/start-failure.ts'
import { applicationRole } from './application-role.ts'
import { type Query, queryOn } from './database.ts'
import { listMigrations } from './list-migrations.ts'

/** The folder with the migrations of this version. */
export const MIGRATIONS = new URL('../migrations/', import.meta.url)

/** A fixed lock number of this product, so that two processes that start together migrate one after the other. */
const LOCK = 7_061_977

interface Migrated {
  /** The role for scoped transactions; none if the connecting role is subject to row-level security itself. */
  readonly role: string | undefined
  /** The names of the migrations that this call has applied, in order. */
  readonly applied: readonly string[]
}

/**
 * Brings the schema `millrace` up to date, each migration in its own transaction.
 * @throws StartFailure when the database cannot be reached, or has migrations of a newer version
 */
export async function migrate(databaseUrl: string): Promise<Migrated> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'millrace migrations' })
  await client.connect().catch((error: unknown) => {
    throw new StartFailure(
      `The database of DATABASE_URL cannot be used: ${reasonOf(error)}. Start it, or correct DATABASE_URL.`,
    )
  })
  try {
    const query = queryOn(client)
    await query('select pg_advisory_lock($1)', [LOCK])
    await query('create schema if not exists millrace')
    await query('set search_path = millrace')
    await query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )

    const applied = new Set(await listMigrations(query))
    const known = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()
    const newer = [...applied].filter((name) => !known.includes(name))
    if (newer.length > 0) {
      throw new StartFailure(
        `The database was used by a newer version of Millrace (${newer.join(', ')}); start that version.`,
      )
    }
    const missing = known.filter((name) => !applied.has(name))
    for (const name of missing) await apply(query, name)
    return { role: await applicationRole(query), applied: missing }
  } finally {
    await client.end()
  }
}

/** The message of the server or the socket; a host with several addresses fails with one error for each and no own message. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(reasonOf).join(', ')
    : error instanceof Error
      ? error.message
      : 'unknown'

async function apply(query: Query, name: string): Promise<void> {
  const sql = await readFile(new URL(name, MIGRATIONS), 'utf8')
  await query('begin')
  try {
    await query(sql)
    await query('insert into migrations (name) values ($1)', [name])
    // Processes of the previous version must not continue with an unknown store; see schema-watch.ts.
    await query(`select pg_notify('millrace_schema', $1)`, [name])
    await query('commit')
  } catch (error) {
    await query('rollback')
    throw error
  }
}
