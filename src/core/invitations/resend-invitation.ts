import { type ActiveOrganization, inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { Invitation } from './invitation.ts'
import type { InvitationRepository } from './invitation-repository.ts'

export interface ResendInvitationDeps {
  readonly organization: ActiveOrganization
  readonly invitations: InvitationRepository
}

export type ResendInvitation = (invitationId: string) => Promise<Result<Invitation>>

export const makeResendInvitation =
  ({ organization, invitations }: ResendInvitationDeps): ResendInvitation =>
  (invitationId) =>
    inOrganization(organization, (organizationId) => invitations.resend(organizationId, invitationId))
