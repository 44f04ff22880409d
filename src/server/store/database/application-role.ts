import type { Query } from './database.ts'

/** The role for scoped transactions if the connecting role would ignore row-level security. */
export const APPLICATION_ROLE = 'millrace_app'

/** Creates that role, or grants it access to new tables. @returns its name; nothing if the connecting role is subject to row-level security itself */
export async function applicationRole(query: Query): Promise<string | undefined> {
  const [own] = await query<{ ignores: boolean; present: boolean }>(
    `select rolsuper or rolbypassrls as ignores, exists (select from pg_roles where rolname = $1) as present
     from pg_roles where rolname = current_user`,
    [APPLICATION_ROLE],
  )
  if (!own?.ignores) return undefined
  if (!own.present) {
    await query(
      `do $$ begin create role ${APPLICATION_ROLE} nologin; exception when duplicate_object or unique_violation then null; end $$`,
    )
  }
  await query(`grant usage on schema millrace to ${APPLICATION_ROLE}`)
  await query(`grant select, insert, update, delete on all tables in schema millrace to ${APPLICATION_ROLE}`)
  await query(`grant usage, select on all sequences in schema millrace to ${APPLICATION_ROLE}`)
  return APPLICATION_ROLE
}
