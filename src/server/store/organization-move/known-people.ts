import type { Query } from '../database/database.ts'

/** A person of the organization at the old place. */
export interface PersonToMove {
  readonly uid: string
  readonly email: string | null
  readonly roles: string[]
}

export const listPeopleToMove = (query: Query, organizationId: string): Promise<PersonToMove[]> =>
  query<PersonToMove>(
    `select uid, email, roles from memberships join users on uid = user_uid
     where organization_id = $1 and not starts_with(uid, 'service:') order by memberships.created_at, uid`,
    [organizationId],
  )

/** The verified accounts of the new place with these addresses; of several the oldest. */
export const listAccountsOf = (query: Query, emails: readonly string[]) =>
  query<{ uid: string; email: string }>(
    `select distinct on (lower(email)) uid, lower(email) as email from users
     where lower(email) = any($1) and email_verified order by lower(email), created_at, uid`,
    [emails],
  )

/** Programs: their keys hold at the new place, too. */
export const listPrograms = (query: Query, organizationId: string) =>
  query<{ content: string }>(
    `select to_jsonb(users)::text as content from users
     where uid in (select user_uid from service_members where organization_id = $1) order by uid`,
    [organizationId],
  )

export const insertPrograms = (query: Query, programs: readonly string[]): Promise<object[]> =>
  query(
    `insert into users (uid, display_name, created_at)
     select row.uid, row.display_name, row.created_at from unnest($1::text[]) as given(content), lateral jsonb_populate_record(null::users, content::jsonb) as row
     on conflict (uid) do nothing`,
    [programs],
  )

/** Those without an account are invited by an owner, who sends the link from the page of the members. */
export const invitePeople = (
  query: Query,
  organizationId: string,
  people: readonly Pick<PersonToMove, 'email' | 'roles'>[],
): Promise<object[]> =>
  query(
    `insert into invitations (organization_id, email, roles, token_hash, invited_by, expires_at)
     select $1, given.email, given.roles, sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')),
       (select user_uid from memberships where organization_id = $1 and 'owner' = any(memberships.roles) order by created_at, user_uid limit 1), now() + interval '7 days'
     from jsonb_to_recordset($2) as given(email text, roles text[]) on conflict do nothing`,
    [organizationId, JSON.stringify(people)],
  )
