import { type ActiveOrganization, inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { Invitation } from './invitation.ts'
import type { InvitationRepository } from './invitation-repository.ts'

export interface ListInvitationsDeps {
  readonly organization: ActiveOrganization
  readonly invitations: InvitationRepository
}

export type ListInvitations = () => Promise<Result<readonly Invitation[]>>

export const makeListInvitations =
  ({ organization, invitations }: ListInvitationsDeps): ListInvitations =>
  () =>
    inOrganization(organization, (organizationId) => invitations.list(organizationId))
