import { limitRoles } from '../../../core/catalog/permissions.ts'
import { SERVICE_UID } from '../../../core/catalog/service-keys.ts'
import type { Query } from '../database/database.ts'

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

/** People; programs are listed apart. */
export const listMembers = (query: Query, organizationId: string): Promise<MemberRow[]> =>
  query<MemberRow>(
    `${SELECT} where organization_id = $1 and not starts_with(user_uid, '${SERVICE_UID}') order by memberships.created_at, memberships.id`,
    [organizationId],
  )

type RolesRow = Pick<MemberRow, 'user_uid' | 'roles'> & {
  readonly account: string
  readonly maker_roles: string[] | null
}

/**
 * The members among these people and programs, with their present roles: a program has none above the present role of whoever made its key. For a
 * program in a scope that shows all members of the organization. Also the account of the organization.
 */
export async function listRolesOf(
  query: Query,
  organizationId: string,
  uids: readonly string[],
): Promise<readonly Omit<RolesRow, 'maker_roles'>[]> {
  const rows = await query<RolesRow>(
    `select memberships.user_uid, memberships.roles, account_in_any_scope(memberships.organization_id) as account, case when has_maker then coalesce(maker.roles, '{}') end as maker_roles
     from memberships left join service_members on service_members.user_uid = memberships.user_uid
       left join memberships maker on maker.organization_id = memberships.organization_id and maker.user_uid = created_by
     where memberships.organization_id = $1 and memberships.user_uid = any($2)`,
    [organizationId, uids],
  )
  return rows.map(({ user_uid, account, roles, maker_roles: limit }) => ({
    user_uid,
    account,
    roles: limit ? limitRoles(roles, limit) : roles,
  }))
}

/**
 * The members, locked until the end of the transaction: the organization's row is locked first, so that two
 * owners who demote each other do so one after the other.
 */
export async function lockMembers(query: Query, organizationId: string): Promise<MemberRow[]> {
  await query('select from organizations where id = $1 for update', [organizationId])
  return listMembers(query, organizationId)
}

export interface OwnershipRow {
  readonly id: string
  readonly name: string
  readonly sole_owner: boolean
  readonly members: number
}

/** The organizations of a person, and whether somebody else owns them; needs the system's scope. */
export const listOwnership = (query: Query, uid: string): Promise<OwnershipRow[]> =>
  query<OwnershipRow>(
    `select organizations.id, name, (select count(*) from memberships where organization_id = organizations.id and not starts_with(user_uid, '${SERVICE_UID}')) as members,
       'owner' = any(own.roles) and not exists (
         select from memberships where organization_id = organizations.id and user_uid <> $1 and 'owner' = any(roles)
       ) as sole_owner
     from organizations join memberships own on own.organization_id = organizations.id
     where own.user_uid = $1 order by own.created_at, organizations.id`,
    [uid],
  )

/** Like `lockMembers`, for every organization of a person, one after the other in the same order for everybody. */
export const lockOrganizationsOf = (query: Query, uid: string): Promise<object[]> =>
  query(
    `select id from organizations
     where id in (select organization_id from memberships where user_uid = $1) order by id for update`,
    [uid],
  )

export const updateRoles = (query: Query, organizationId: string, id: string, roles: readonly string[]) =>
  query('update memberships set roles = $3 where organization_id = $1 and id = $2', [organizationId, id, roles])

export const deleteMember = (query: Query, organizationId: string, id: string): Promise<object[]> =>
  query('delete from memberships where organization_id = $1 and id = $2', [organizationId, id])

export const insertMember = (query: Query, organizationId: string, uid: string, roles: readonly string[]) =>
  query('insert into memberships (organization_id, user_uid, roles) values ($1, $2, $3)', [organizationId, uid, roles])
