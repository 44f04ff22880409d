import type { Result } from '../result.ts'
import type { InvitationPreview } from './invitation.ts'
import type { InvitationRepository } from './invitation-repository.ts'

export type PreviewInvitation = (token: string) => Promise<Result<InvitationPreview>>

export const makePreviewInvitation =
  ({ invitations }: { readonly invitations: InvitationRepository }): PreviewInvitation =>
  (token) =>
    invitations.preview(token)
