import { type ActiveOrganization, inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { Invitation, NewInvitation } from './invitation.ts'
import type { InvitationRepository } from './invitation-repository.ts'

export interface InviteMemberDeps {
  readonly organization: ActiveOrganization
  readonly invitations: InvitationRepository
}

export type InviteMember = (invitation: NewInvitation) => Promise<Result<Invitation>>

export const makeInviteMember =
  ({ organization, invitations }: InviteMemberDeps): InviteMember =>
  (invitation) =>
    inOrganization(organization, (organizationId) => invitations.create(organizationId, invitation))
