import { z } from 'zod/mini'

import { organizationResponse } from './organizations.ts'
import { instant } from './primitives.ts'
import type { INVITATION_REQUESTS } from './requests/invitations.ts'
import { call, inOrganization, routes } from './route.ts'

/** The spec shows none of its fields, so any of them may be missing on another host. */
export const invitationResponse = z.looseObject({
  id: z.optional(z.string()),
  email: z.optional(z.string()),
  roles: z.optional(z.array(z.string())),
  status: z.optional(z.string()),
  expires_at: z.optional(instant),
  /** The link to pass on, only in the answer that creates or renews it. */
  url: z.optional(z.string()),
  /** Whether a mail with the link was sent, in the same answers. */
  mailed: z.optional(z.boolean()),
})

export type InvitationResponse = z.output<typeof invitationResponse>

export const INVITATION_ROUTES = routes<typeof INVITATION_REQUESTS>()({
  listInvitations: inOrganization('GET', '/invitations', 'invitation.read', 200, z.array(invitationResponse)),
  createInvitation: inOrganization('POST', '/invitations', 'invitation.write', 201, invitationResponse),
  resendInvitation: inOrganization(
    'POST',
    '/invitations/:invitationId/resend',
    'invitation.write',
    200,
    invitationResponse,
  ),
  deleteInvitation: inOrganization('DELETE', '/invitations/:invitationId', 'invitation.write', 204, null),
  acceptInvitation: call('POST', '/v1/invitations/accept', 'signed-in', 200, z.partial(organizationResponse)),
  previewInvitation: call(
    'GET',
    '/v1/invitations/preview',
    'public',
    200,
    z.looseObject({ organization_name: z.string(), email: z.string(), roles: z.array(z.string()) }),
  ),
})
