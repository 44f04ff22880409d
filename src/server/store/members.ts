import type { Query } from './database.ts'

export interface MemberRow {
  readonly id: string
  readonly user_uid: string
  readonly email: string | null
  readonly display_name: string | null
  readonly photo_url: string | null
  readonly roles: string[]
  readonly created_at: Date
}

const SELECT = `
  select memberships.id, user_uid, email, display_name, photo_url, roles, memberships.created_at
  from memberships join users on users.uid = user_uid`

export const listMembers = (query: Query, organizationId: string): Promise<MemberRow[]> =>
  query<MemberRow>(`${SELECT} where organization_id = $1 order by memberships.created_at, memberships.id`, [
    organizationId,
  ])

/**
 * The members as they are and stay until the transaction ends: the organization's row is locked first, so that two
 * owners who demote each other do so one after the other.
 */
export async function lockMembers(query: Query, organizationId: string): Promise<MemberRow[]> {
  await query('select from organizations where id = $1 for update', [organizationId])
  return listMembers(query, organizationId)
}

export const updateRoles = (
  query: Query,
  organizationId: string,
  id: string,
  roles: readonly string[],
): Promise<object[]> =>
  query('update memberships set roles = $3 where organization_id = $1 and id = $2', [organizationId, id, roles])

export const deleteMember = (query: Query, organizationId: string, id: string): Promise<object[]> =>
  query('delete from memberships where organization_id = $1 and id = $2', [organizationId, id])

export const insertMember = (
  query: Query,
  organizationId: string,
  uid: string,
  roles: readonly string[],
): Promise<object[]> =>
  query('insert into memberships (organization_id, user_uid, roles) values ($1, $2, $3)', [organizationId, uid, roles])
