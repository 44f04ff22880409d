import type { ActiveOrganization } from '../organizations/active-organization.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import type { NewInvitation } from './invitation.ts'
import type { InvitationRepository } from './invitation-repository.ts'

interface InvitationDeps {
  readonly organization: ActiveOrganization
  readonly invitations: InvitationRepository
}

const ask = forOrganization<InvitationDeps>()

export const INVITATION_CALLS = {
  listInvitations: ask(({ invitations }, organizationId) => invitations.list(organizationId)),
  inviteMember: ask(({ invitations }, organizationId, invitation: NewInvitation) =>
    invitations.create(organizationId, invitation),
  ),
  resendInvitation: ask(({ invitations }, organizationId, invitationId: string) =>
    invitations.resend(organizationId, invitationId),
  ),
  revokeInvitation: ask(({ invitations }, organizationId, invitationId: string) =>
    invitations.revoke(organizationId, invitationId),
  ),
  previewInvitation:
    ({ invitations }: InvitationDeps) =>
    (token: string) =>
      invitations.preview(token),
}
