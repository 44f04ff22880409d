import type { CamelCased } from '../../../contract/camel-cased.ts'
import { INVITATION_ROUTES, type InvitationResponse } from '../../../contract/invitations.ts'
import type { Invitation } from '../../../core/invitations/invitation.ts'
import type { InvitationRepository } from '../../../core/invitations/invitation-repository.ts'
import { map } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'

export const httpInvitationRepository = (http: HttpClient): InvitationRepository => ({
  async list(orgId) {
    const listed = await http.call(INVITATION_ROUTES.listInvitations, { params: { orgId } })
    return map(listed, (rows) => rows.map(invitationOf))
  },

  async create(orgId, invitation) {
    const request = { params: { orgId }, body: invitation }
    return map(await http.callLoosely(INVITATION_ROUTES.createInvitation, request), invitationOf)
  },

  resend: async (orgId, invitationId) =>
    map(await http.call(INVITATION_ROUTES.resendInvitation, { params: { orgId, invitationId } }), invitationOf),

  revoke: (orgId, invitationId) => http.send(INVITATION_ROUTES.deleteInvitation, { params: { orgId, invitationId } }),

  preview: (token) => http.call(INVITATION_ROUTES.previewInvitation, { query: { token } }),

  accept: (token) => http.send(INVITATION_ROUTES.acceptInvitation, { body: { token } }),
})

const invitationOf = (row: Partial<CamelCased<InvitationResponse>>): Invitation => ({
  id: '',
  email: '',
  roles: [],
  ...row,
})
