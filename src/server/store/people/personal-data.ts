import type { Query } from '../database/database.ts'

/** The maximum number of each, and the newest actions, because their number grows for years. */
const MAX_ROWS = 10_000

/** By the person's uid, and of invitations also by the address. */
const LISTS: Readonly<Record<string, string>> = {
  memberships: `select organizations.id as organization_id, organizations.name as organization, memberships.roles, memberships.created_at from memberships
     join organizations on organizations.id = organization_id where user_uid = $1 order by memberships.created_at`,
  invitations: `select organizations.name as organization, invitations.email, invited_by = $1 as sent_by_me, invitations.roles, invitations.created_at, accepted_at from invitations
     join organizations on organizations.id = organization_id where invited_by = $1 or lower(email) = lower($2) order by invitations.created_at`,
  actions: `select organizations.name as organization, at, action, target_name, address from audit_events
     join organizations on organizations.id = organization_id where actor_uid = $1 order by at desc`,
  owned_flows: `select organizations.name as organization, flows.name from flows
     join organizations on organizations.id = organization_id where owner_uid = $1 order by organizations.name, flows.name`,
  edited_flows: `select organizations.name as organization, flows.name, flows.draft->>'updated_at' as edited_at from flows
     join organizations on organizations.id = organization_id where draft->>'updated_by' = $1 order by organizations.name, flows.name`,
  asked_for_flows: `select organizations.name as organization, batches.change, batches.created_at from batches
     join organizations on organizations.id = organization_id where asked_by = $1 order by batches.created_at desc`,
  saved_views: `select organizations.name as organization, list, saved_views.name, search from saved_views
     join organizations on organizations.id = organization_id where owner_uid = $1 order by organizations.name, saved_views.name`,
  saved_versions: `select organizations.name as organization, kind, subject_id, version, saved_at from versions
     join organizations on organizations.id = organization_id where saved_by = $1 order by saved_at desc`,
  deleted: `select organizations.name as organization, kind, trash.name, trash.deleted_at from trash
     join organizations on organizations.id = organization_id where deleted_by = $1 order by trash.deleted_at desc`,
  runs: `select organizations.name as organization, runs.id as run_id, coalesce(flows.name, trash.name) as flow, runs.status, queued_at, finished_at from runs
     left join flows on flows.id = flow_id left join trash on trash.id = flow_id
     join organizations on organizations.id = runs.organization_id where triggered_by = $1 order by queued_at desc`,
}

/**
 * The stored data about a person, in the system's scope: identity, memberships, and recorded actions. Times are ISO 8601.
 * @returns the parts of one JSON document
 */
export async function collectPersonalData(query: Query, { uid, email }: { uid: string; email: string | undefined }) {
  const list = (statement: string, values: readonly unknown[]) =>
    query<Record<string, unknown>>(`${statement} limit ${MAX_ROWS}`, values)
  const [profile] = await list(
    'select uid, email, email_verified, display_name, photo_url, language, tour, created_at, updated_at from users where uid = $1',
    [uid],
  )
  const data: Record<string, unknown> = { rows_of_each_at_most: MAX_ROWS, profile: profile ?? null }
  for (const [name, statement] of Object.entries(LISTS))
    data[name] = await list(statement, statement.includes('$2') ? [uid, email ?? null] : [uid])
  return data
}
