import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

import { StartFailure } from '../../host/start-failure.ts'
import { VERSION } from '../../host/version.ts'
import { applicationRole } from './application-role.ts'
import { buildIndexes } from './build-indexes.ts'
import type { Query } from './database.ts'
import { listMigrations, tooNew } from './list-migrations.ts'
import { openSession } from './store-session.ts'

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

interface MigrateOptions {
  /** The migrations of another version. */
  readonly folder?: URL
  readonly version?: string
}

/**
 * Brings the schema `millrace` up to date in one transaction: after a failure or a kill the store is as it was, and processes of the
 * previous version go on. They also go on after a migration that works with their version. Large indexes are built before.
 * @throws StartFailure when the database cannot be reached, stays busy, or has migrations of a newer version that this one cannot work with
 */
export async function migrate(
  databaseUrl: string,
  { folder = MIGRATIONS, version = VERSION }: MigrateOptions = {},
): Promise<Migrated> {
  const { query, end } = await openSession(databaseUrl)
  try {
    await lockSchema(query)
    await prepareSchema(query)

    const applied = await listMigrations(query)
    const known = await knownMigrations(folder)
    const newer = tooNew(applied, new Set(known), version)
    if (newer.length > 0) {
      throw new StartFailure(
        `The database was used by a newer version of Millrace (${newer.join(', ')}); start that version.`,
      )
    }
    const missing = known.filter((name) => !applied.some((other) => other.name === name))
    if (missing.length > 0) {
      await buildIndexes(query, await Promise.all(missing.map((name) => sqlOf(folder, name))))
      await applyWhenFree(query, folder, missing)
    }
    return { role: await applicationRole(query), applied: missing }
  } finally {
    await end()
  }
}

/** The migrations of this version, in order. */
export const knownMigrations = async (folder = MIGRATIONS): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

/**
 * Until the end of the session, no other process creates or changes the schema. Asks again and again: an index that is built while others write waits
 * for the statements of others, and one of them would be a statement that waits for us.
 */
export async function lockSchema(query: Query): Promise<void> {
  for (;;)
    try {
      await query(`set lock_timeout = '${LOOK}'; select pg_advisory_lock(${LOCK}); reset lock_timeout`)
      return
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error
    }
}

/** Less than the second after which Postgres looks for deadlocks. */
const LOOK = '200ms'

/** Creates what the first migration needs. */
export async function prepareSchema(query: Query): Promise<void> {
  await query('create schema if not exists millrace')
  await query('set search_path = millrace')
  await query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  await query('alter table migrations add column if not exists works_with text')
}

/** A table that somebody holds is waited for this long, because meanwhile everybody else waits behind us. */
const LOCK_WAIT = '1s'
const PAUSE_MS = 1_000
const ATTEMPTS = 60

/** Tries again while somebody holds a table. */
async function applyWhenFree(query: Query, folder: URL, names: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(query, folder, names)
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error
      if (attempt === ATTEMPTS)
        throw new StartFailure(
          'The store cannot be upgraded, because another session holds one of its tables; end that session, and start again. Nothing was changed.',
        )
      await delay(PAUSE_MS)
    }
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

const sqlState = (error: unknown) => (error instanceof pg.DatabaseError ? error.code : undefined)

async function apply(query: Query, folder: URL, names: readonly string[]): Promise<void> {
  await query('begin')
  try {
    await query(`set local lock_timeout = '${LOCK_WAIT}'`)
    for (const name of names) await applyMigration(query, name, folder)
    await query('commit')
  } catch (error) {
    await query('rollback')
    throw error
  }
}

/** Within the caller's transaction. */
export async function applyMigration(query: Query, name: string, folder = MIGRATIONS): Promise<void> {
  const sql = await sqlOf(folder, name)
  await query(sql)
  await query('insert into migrations (name, works_with) values ($1, $2)', [name, worksWith(sql)])
  // Processes of the previous version must not continue with a store that they cannot work with; see schema-watch.ts.
  await query(`select pg_notify('millrace_schema', $1)`, [name])
}

const sqlOf = (folder: URL, name: string) => readFile(new URL(name, folder), 'utf8')

/** The oldest version that its first line names, as in `-- Works with 0.1.0 and later.` */
export const worksWith = (sql: string): string | null =>
  /^-- Works with (\d+\.\d+\.\d+) and later\./.exec(sql)?.[1] ?? null
