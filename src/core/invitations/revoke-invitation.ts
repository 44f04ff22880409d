import { type ActiveOrganization, inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { InvitationRepository } from './invitation-repository.ts'

export interface RevokeInvitationDeps {
  readonly organization: ActiveOrganization
  readonly invitations: InvitationRepository
}

export type RevokeInvitation = (invitationId: string) => Promise<Result<void>>

export const makeRevokeInvitation =
  ({ organization, invitations }: RevokeInvitationDeps): RevokeInvitation =>
  (invitationId) =>
    inOrganization(organization, (organizationId) => invitations.revoke(organizationId, invitationId))
