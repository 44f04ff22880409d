import { createHash, randomBytes } from 'node:crypto'
import { highestRole, mayGrant, type Role } from '../../../core/catalog/permissions.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Query } from '../../store/database/database.ts'
import { insertInvitation } from '../../store/organizations/invitations.ts'
import { listMembers } from '../../store/organizations/members.ts'
import type { Principal } from '../people/principal.ts'
import { RequestError } from '../request-error.ts'

export interface InvitationToken {
  /** Part of the link, used once, and not stored. */
  readonly token: string
  readonly tokenHash: Uint8Array
}

export const hashInvitationToken = (token: string): Uint8Array => createHash('sha256').update(token).digest()

export function makeInvitationToken(): InvitationToken {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashInvitationToken(token) }
}

/** Whether two addresses are the same: case and surrounding blanks do not count, everything else does. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

interface Invitation {
  readonly organizationId: string
  readonly email: string
  readonly roles: readonly Role[]
}

/** Invites an address with roles up to the inviter's own. @returns the id and the token of the link. @throws RequestError */
export async function inviteMember(
  query: Query,
  inviter: Principal,
  { organizationId, email, roles }: Invitation,
): Promise<InvitationToken & { readonly id: string }> {
  const members = await listMembers(query, organizationId)
  const own = members.find(({ user_uid }) => user_uid === inviter.uid)?.roles ?? []
  const wanted = highestRole(roles)
  if (!wanted || !mayGrant(own, wanted))
    throw new RequestError('forbidden', 'FORBIDDEN', sentence`You can only invite with roles up to your own.`)
  if (members.some((member) => member.email !== null && normalEmail(member.email) === normalEmail(email))) {
    throw new RequestError('conflict', 'ALREADY_MEMBER', sentence`${email} is a member already.`, { field: 'email' })
  }
  const token = makeInvitationToken()
  const id = await insertInvitation(query, {
    organizationId,
    email,
    roles,
    tokenHash: token.tokenHash,
    invitedBy: inviter.uid,
  })
  if (id === undefined) {
    throw new RequestError(
      'conflict',
      'ALREADY_INVITED',
      sentence`${email} is invited already. Send that invitation again instead.`,
      {
        field: 'email',
      },
    )
  }
  return { ...token, id }
}
