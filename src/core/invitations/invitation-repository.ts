import type { Result } from '../result.ts'
import type { Invitation, InvitationPreview, NewInvitation } from './invitation.ts'

/** Invitations into an organization. Listing, resending, revoking and previewing may be `not-offered`. */
export interface InvitationRepository {
  list(organizationId: string): Promise<Result<readonly Invitation[]>>
  create(organizationId: string, invitation: NewInvitation): Promise<Result<Invitation>>
  resend(organizationId: string, invitationId: string): Promise<Result<Invitation>>
  revoke(organizationId: string, invitationId: string): Promise<Result<void>>
  preview(token: string): Promise<Result<InvitationPreview>>
  accept(token: string): Promise<Result<void>>
}
