import { z } from 'zod/mini'

import { roles } from './members.ts'
import { organizationResponse } from './organizations.ts'
import { instant } from './primitives.ts'
import { route } from './route.ts'

/** The spec shows none of its fields, so any of them may be missing elsewhere. */
export const invitationResponse = z.looseObject({
  id: z.optional(z.string()),
  email: z.optional(z.string()),
  roles: z.optional(z.array(z.string())),
  status: z.optional(z.string()),
  expires_at: z.optional(instant),
  /** The link to hand over, only in the answer that creates or renews it. */
  url: z.optional(z.string()),
  /** Whether a mail with the link was handed over, in the same answers. */
  mailed: z.optional(z.boolean()),
})

export const createInvitationRequest = z.strictObject({
  email: z.email('Email must be an e-mail address').check(z.maxLength(320)),
  roles,
})
export const acceptInvitationRequest = z.strictObject({
  token: z.string().check(z.minLength(1, 'Token is required'), z.maxLength(200)),
})

/** An invitation sends mail to an address that somebody typed. */
const MAILS = { calls: 50, seconds: 3_600 }

/** Whoever tries links must not try many. */
const GUESSES = { calls: 10, seconds: 60 }

export const INVITATION_ROUTES = {
  listInvitations: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/invitations',
    summary: 'Invitations that are not yet accepted',
    access: 'invitation.read',
    request: null,
    response: z.array(invitationResponse),
    status: 200,
  }),
  createInvitation: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/invitations',
    summary: 'Invites a person by e-mail address',
    access: 'invitation.write',
    limit: MAILS,
    request: createInvitationRequest,
    response: invitationResponse,
    status: 201,
  }),
  resendInvitation: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/invitations/:invitationId/resend',
    summary: 'Sends an invitation again, with a new link',
    access: 'invitation.write',
    limit: MAILS,
    request: null,
    response: invitationResponse,
    status: 200,
  }),
  deleteInvitation: route({
    method: 'DELETE',
    path: '/v1/organizations/:orgId/invitations/:invitationId',
    summary: 'Revokes an invitation',
    access: 'invitation.write',
    request: null,
    response: null,
    status: 204,
  }),
  acceptInvitation: route({
    method: 'POST',
    path: '/v1/invitations/accept',
    summary: 'Accepts an invitation',
    access: 'signed-in',
    limit: GUESSES,
    request: acceptInvitationRequest,
    response: z.partial(organizationResponse),
    status: 200,
  }),
  previewInvitation: route({
    method: 'GET',
    path: '/v1/invitations/preview',
    summary: 'What an invitation link stands for',
    access: 'public',
    limit: GUESSES,
    query: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
    request: null,
    response: z.looseObject({ organization_name: z.string(), email: z.string(), roles: z.array(z.string()) }),
    status: 200,
  }),
}
