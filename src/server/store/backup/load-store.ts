import type { Writable } from 'node:stream'

import { applicationRole } from '../database/application-role.ts'
import { only, type Query } from '../database/database.ts'
import { applyMigration, knownMigrations, lockSchema, prepareSchema } from '../database/migrate.ts'
import type { StoreSession } from '../database/store-session.ts'
import { copyTableIn, type StoreContent, type StoreTable } from './store-tables.ts'

export interface Loading {
  readonly content: Pick<StoreContent, 'tables' | 'sequences' | 'migrations'>
  /** Names this load in the database, so that a later call recognizes it. */
  readonly mark: string
  /** Writes the rows of a table in the format of `copy`, and ends the stream. */
  readonly fill: (table: StoreTable, rows: Writable) => Promise<void>
  /** Part of the same transaction, after the newest migration. */
  readonly settle: (query: Query) => Promise<void>
}

/**
 * Fills an empty database with a store, in one transaction: the migrations that the rows had, the rows, the later migrations. A
 * process that is killed meanwhile leaves the database empty.
 * @returns whether this call did it: not if an earlier call with the same mark had. @throws StoreFound
 */
export async function loadStore(session: StoreSession, { content, mark, fill, settle }: Loading): Promise<boolean> {
  const { query } = session
  await lockSchema(query)
  const found = await findStore(query)
  if (found.mark === mark) return false
  if (found.isThere) throw new StoreFound()
  await query('begin')
  await query(`select set_config('millrace.system', 'on', true)`)
  await prepareSchema(query)
  await query(`comment on schema millrace is '${mark.replaceAll("'", "''")}'`)
  for (const name of content.migrations) await applyMigration(query, name)
  await withoutRowSecurity(query, async () => {
    for (const table of content.tables) {
      const rows = copyTableIn(session, table)
      await fill(table, rows).catch((error: unknown) => {
        // Its own error says only that it did not come to its end.
        rows.on('error', () => {}).destroy()
        throw error
      })
    }
  })
  for (const [name, last] of Object.entries(content.sequences))
    await query('select setval(to_regclass($1), $2, true)', [`millrace.${name}`, last])
  const later = (await knownMigrations()).filter((name) => !content.migrations.includes(name))
  for (const name of later) await applyMigration(query, name)
  await settle(query)
  await applicationRole(query)
  await query('commit')
  return true
}

/** Whether the database has a store, and the mark of the load that made it. */
export const findStore = (query: Query) =>
  only(
    query<{ isThere: boolean; mark: string | null }>(
      `select to_regnamespace('millrace') is not null or to_regnamespace('millrace_queue') is not null as "isThere",
         obj_description(to_regnamespace('millrace'), 'pg_namespace') as mark`,
    ),
  )

/** The database has a store already. */
export class StoreFound extends Error {
  override readonly name = 'StoreFound'
}

/** Tables whose row-level security applies to their owner too. */
export const listForcedTables = (query: Query) =>
  query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = 'millrace'::regnamespace and relkind = 'r' and relforcerowsecurity`,
  )

/** Postgres copies no rows into a table with row-level security that applies to its owner too. */
async function withoutRowSecurity(query: Query, work: () => Promise<void>): Promise<void> {
  const forced = await listForcedTables(query)
  for (const { name } of forced) await query(`alter table ${name} no force row level security`)
  await work()
  for (const { name } of forced) await query(`alter table ${name} force row level security`)
}
