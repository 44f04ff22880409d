import { z } from 'zod/mini'

import { organizationResponse } from './organizations.ts'
import { instant } from './primitives.ts'
import type { INVITATION_REQUESTS } from './requests/invitations.ts'
import { routes } from './route.ts'

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
  listInvitations: {
    method: 'GET',
    path: '/v1/organizations/:orgId/invitations',
    access: 'invitation.read',
    response: z.array(invitationResponse),
    status: 200,
  },
  createInvitation: {
    method: 'POST',
    path: '/v1/organizations/:orgId/invitations',
    access: 'invitation.write',
    response: invitationResponse,
    status: 201,
  },
  resendInvitation: {
    method: 'POST',
    path: '/v1/organizations/:orgId/invitations/:invitationId/resend',
    access: 'invitation.write',
    response: invitationResponse,
    status: 200,
  },
  deleteInvitation: {
    method: 'DELETE',
    path: '/v1/organizations/:orgId/invitations/:invitationId',
    access: 'invitation.write',
    response: null,
    status: 204,
  },
  acceptInvitation: {
    method: 'POST',
    path: '/v1/invitations/accept',
    access: 'signed-in',
    response: z.partial(organizationResponse),
    status: 200,
  },
  previewInvitation: {
    method: 'GET',
    path: '/v1/invitations/preview',
    access: 'public',
    response: z.looseObject({ organization_name: z.string(), email: z.string(), roles: z.array(z.string()) }),
    status: 200,
  },
})
