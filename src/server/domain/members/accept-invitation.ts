import { highestRole, mayGrant } from '../../../core/catalog/permissions.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Query } from '../../store/database/database.ts'
import { type InvitationRow, lockInvitationByToken, markAccepted } from '../../store/organizations/invitations.ts'
import { insertMember, listMembers } from '../../store/organizations/members.ts'
import { saveUser } from '../../store/people/users.ts'
import type { Principal } from '../people/principal.ts'
import { RequestError } from '../request-error.ts'
import { hashInvitationToken, normalEmail } from './invite-member.ts'

/**
 * Makes the invited person a member, once. The link alone is not enough: the address must be the invited one and
 * verified, and the inviter must still have the permission to give the roles. @throws RequestError, with a separate message for each reason
 */
export async function acceptInvitation(query: Query, principal: Principal, token: string): Promise<InvitationRow> {
  const invitation = await lockInvitationByToken(query, hashInvitationToken(token))
  if (!invitation) throw invitationUnknown()
  refuseIfOver(invitation)
  if (principal.email === undefined || normalEmail(principal.email) !== normalEmail(invitation.email)) {
    throw new RequestError(
      'forbidden',
      'INVITATION_FOR_ANOTHER',
      sentence`This invitation was sent to another e-mail address. Sign in with that one.`,
    )
  }
  if (!principal.emailVerified) {
    throw new RequestError(
      'forbidden',
      'EMAIL_NOT_VERIFIED',
      sentence`Verify your e-mail address first, then open the invitation again.`,
    )
  }

  const members = await listMembers(query, invitation.organization_id)
  if (members.some(({ user_uid }) => user_uid === principal.uid)) {
    throw new RequestError(
      'conflict',
      'ALREADY_MEMBER',
      sentence`You are a member of ${invitation.organization_name} already.`,
    )
  }
  const inviter = members.find(({ user_uid }) => user_uid === invitation.invited_by)
  const role = highestRole(invitation.roles)
  if (!inviter || !role || !mayGrant(inviter.roles, role)) {
    throw new RequestError(
      'gone',
      'INVITATION_REVOKED',
      sentence`This invitation is no longer valid. Ask for a new one.`,
    )
  }

  await saveUser(query, principal)
  await insertMember(query, invitation.organization_id, principal.uid, invitation.roles)
  await markAccepted(query, invitation.id)
  return invitation
}

export const invitationUnknown = () =>
  new RequestError('not-found', 'INVITATION_UNKNOWN', sentence`This invitation link is not valid.`)

/** @throws RequestError conflict if it is accepted, gone if it is revoked or expired */
export function refuseIfOver(invitation: InvitationRow): void {
  if (invitation.accepted_at)
    throw new RequestError('conflict', 'INVITATION_ACCEPTED', sentence`This invitation has been accepted already.`)
  if (invitation.revoked_at)
    throw new RequestError('gone', 'INVITATION_REVOKED', sentence`This invitation has been revoked. Ask for a new one.`)
  if (invitation.is_expired)
    throw new RequestError('gone', 'INVITATION_EXPIRED', sentence`This invitation has expired. Ask for a new one.`)
}
