import { highestRole, mayGrant, type Role } from '../../../core/catalog/permissions.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { KeyFate } from '../../../core/catalog/service-keys.ts'
import { type Database, ofOrganization, type Query } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import {
  deleteMember,
  listMembers,
  lockMembers,
  type MemberRow,
  updateRoles,
} from '../../store/organizations/members.ts'
import { deleteServiceMember, listServiceMembers, recordMaker } from '../../store/organizations/service-members.ts'
import { changesOf } from '../audit/changes-of.ts'
import { invalid, notFound, RequestError } from '../request-error.ts'
import type { Member } from './member.ts'

const isOwner = ({ roles }: Pick<MemberRow, 'roles'>): boolean => roles.includes('owner')

export const readMembers = ofOrganization(listMembers)

/** Changes a member's roles: none above the actor's own, never an upgrade of oneself, and an owner always remains. @throws RequestError */
export const changeRoles = (
  database: Database,
  { organizationId, person }: Member,
  memberId: string,
  { roles, keys }: { readonly roles: readonly Role[]; readonly keys?: KeyFate | undefined },
): Promise<MemberRow> =>
  database.asSystem(async (query) => {
    const { actor, target, owners } = await find(query, organizationId, person.uid, memberId)
    const wanted = highestRole(roles)
    const current = highestRole(target.roles) ?? 'viewer'
    if (!wanted || !mayGrant(actor.roles, wanted) || !mayGrant(actor.roles, current)) {
      throw new RequestError('forbidden', 'FORBIDDEN', sentence`You can only give and take roles up to your own.`)
    }
    if (isOwner(target) && wanted !== 'owner' && owners === 1) throw lastOwner()
    await updateRoles(query, organizationId, memberId, roles)
    const changes = changesOf({ role: current }, { role: wanted })
    await recordAudit(query, organizationId, person, { action: 'member.updated', ...auditedAs(target), changes })
    await settleKeys(query, { organizationId, person }, target.user_uid, keys)
    return { ...target, roles: [...roles] }
  })

/** Removes a member, or lets a member leave; the last owner cannot be removed or leave. @throws RequestError */
export const removeMember = (
  database: Database,
  { organizationId, person }: Member,
  memberId: string,
  keys: KeyFate | undefined,
): Promise<void> =>
  database.asSystem(async (query) => {
    const { actor, target, owners } = await find(query, organizationId, person.uid, memberId)
    const isLeaving = target.user_uid === person.uid
    if (!isLeaving && !mayGrant(actor.roles, highestRole(target.roles) ?? 'viewer')) {
      throw new RequestError(
        'forbidden',
        'FORBIDDEN',
        sentence`You can only remove members whose role is not above yours.`,
      )
    }
    if (isOwner(target) && owners === 1) throw lastOwner()
    await settleKeys(query, { organizationId, person }, target.user_uid, keys)
    await deleteMember(query, organizationId, memberId)
    const action = isLeaving ? 'member.left' : 'member.removed'
    await recordAudit(query, organizationId, person, { action, ...auditedAs(target) })
  })

const auditedAs = ({ id, email, display_name }: MemberRow) => ({ id, name: display_name ?? email })

async function find(query: Query, organizationId: string, uid: string, memberId: string) {
  const members = await lockMembers(query, organizationId)
  const actor = members.find(({ user_uid }) => user_uid === uid)
  const target = members.find(({ id }) => id === memberId)
  if (!actor || !target) throw notFound()
  return { actor, target, owners: members.filter(isOwner).length }
}

const lastOwner = () =>
  new RequestError(
    'conflict',
    'LAST_OWNER',
    sentence`An organization needs an owner. Make somebody else an owner first, or delete the organization.`,
  )

/**
 * Revokes the keys that somebody has made, or makes the actor their maker, in the system's scope and the transaction of the change that
 * causes it. @param maker the uid of the person. @param fate absent: they stay as they are. @throws RequestError
 */
async function settleKeys(
  query: Query,
  { organizationId, person }: Pick<Member, 'organizationId' | 'person'>,
  maker: string,
  fate: KeyFate | undefined,
): Promise<void> {
  if (fate === undefined) return
  if (fate === 'take_over' && (person.service || person.uid === maker))
    throw invalid(sentence`Only another person can take over these keys.`, 'keys')
  const made = (await listServiceMembers(query, organizationId)).filter((key) => key.created_by === maker)
  for (const { id, name } of made) {
    const action = fate === 'revoke' ? 'member.key-revoked' : 'member.key-taken-over'
    await recordAudit(query, organizationId, person, { action, id, name })
    await (fate === 'revoke'
      ? deleteServiceMember(query, organizationId, id)
      : recordMaker(query, organizationId, id, person.uid))
  }
}
