import { only, type Query } from '../store/database/database.ts'

/** Whether the connecting role may create databases and the roles that own them. */
export const mayCreateDatabases = async (query: Query): Promise<boolean> =>
  (
    await only(
      query<{ allowed: boolean }>(
        'select rolsuper or (rolcreatedb and rolcreaterole) as allowed from pg_roles where rolname = current_user',
      ),
    )
  ).allowed

/** Whether the shop can be mirrored, and whoever reads its log cannot copy the other databases of the server. */
export async function mayReadLog(query: Query): Promise<boolean> {
  const { allowed } = await only(
    query<{ allowed: boolean }>(
      `select rolsuper and current_setting('wal_level') = 'logical' as allowed from pg_roles where rolname = current_user`,
    ),
  )
  // Only a superuser sees the rules.
  if (!allowed) return false
  const rules = await query("select 1 from pg_hba_file_rules where 'replication' = any(database)")
  return rules.length === 0
}

/** Which of the two exist on the server. */
export const lookUp = (query: Query, { user, dbname }: { readonly user: string; readonly dbname: string }) =>
  only(
    query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
         exists (select from pg_database where datname = $2) as database`,
      [user, dbname],
    ),
  )
