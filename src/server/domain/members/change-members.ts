import { highestRole, mayGrant, type Role } from '../../../core/catalog/permissions.ts'
import type { Query } from '../../store/database/database.ts'
import { deleteMember, lockMembers, type MemberRow, updateRoles } from '../../store/organizations/members.ts'
import { notFound, RequestError } from '../request-error.ts'

/** The member who acts, as the store knows them at this moment. */
interface Actor {
  readonly organizationId: string
  readonly uid: string
}

const isOwner = ({ roles }: Pick<MemberRow, 'roles'>): boolean => roles.includes('owner')

/** Gives a member other roles: none above the actor's own, never upwards for oneself, and an owner always remains. @throws RequestError */
export async function changeRoles(
  query: Query,
  { organizationId, uid }: Actor,
  memberId: string,
  roles: readonly Role[],
): Promise<MemberRow> {
  const { actor, target, owners } = await find(query, organizationId, uid, memberId)
  const wanted = highestRole(roles)
  const current = highestRole(target.roles) ?? 'viewer'
  if (!wanted || !mayGrant(actor.roles, wanted) || !mayGrant(actor.roles, current)) {
    throw new RequestError(403, 'FORBIDDEN', 'You can only give and take roles up to your own.')
  }
  if (isOwner(target) && wanted !== 'owner' && owners === 1) throw lastOwner()
  await updateRoles(query, organizationId, memberId, roles)
  return { ...target, roles: [...roles] }
}

/** Removes a member, or lets one leave; the last owner can do neither. @throws RequestError */
export async function removeMember(query: Query, { organizationId, uid }: Actor, memberId: string): Promise<MemberRow> {
  const { actor, target, owners } = await find(query, organizationId, uid, memberId)
  const isLeaving = target.user_uid === uid
  if (!isLeaving && !mayGrant(actor.roles, highestRole(target.roles) ?? 'viewer')) {
    throw new RequestError(403, 'FORBIDDEN', 'You can only remove members whose role is not above yours.')
  }
  if (isOwner(target) && owners === 1) throw lastOwner()
  await deleteMember(query, organizationId, memberId)
  return target
}

async function find(query: Query, organizationId: string, uid: string, memberId: string) {
  const members = await lockMembers(query, organizationId)
  const actor = members.find(({ user_uid }) => user_uid === uid)
  const target = members.find(({ id }) => id === memberId)
  if (!actor || !target) throw notFound()
  return { actor, target, owners: members.filter(isOwner).length }
}

const lastOwner = () =>
  new RequestError(
    409,
    'LAST_OWNER',
    'An organization needs an owner. Make somebody else an owner first, or delete the organization.',
  )
