import type { CamelCased } from '../../contract/camel-cased.ts'
import { INVITATION_ROUTES, type InvitationResponse } from '../../contract/invitations.ts'
import type { Invitation, InvitationPreview, NewInvitation } from '../../core/invitations/invitation.ts'
import type { InvitationRepository } from '../../core/invitations/invitation-repository.ts'
import { map, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'

export class HttpInvitationRepository implements InvitationRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(orgId: string): Promise<Result<readonly Invitation[]>> {
    const listed = await this.#http.call(INVITATION_ROUTES.listInvitations, { params: { orgId } })
    return map(listed, (rows) => rows.map(invitationOf))
  }

  async create(orgId: string, invitation: NewInvitation): Promise<Result<Invitation>> {
    const request = { params: { orgId }, body: invitation }
    return map(await this.#http.callLoosely(INVITATION_ROUTES.createInvitation, request), invitationOf)
  }

  async resend(orgId: string, invitationId: string): Promise<Result<Invitation>> {
    return map(
      await this.#http.call(INVITATION_ROUTES.resendInvitation, { params: { orgId, invitationId } }),
      invitationOf,
    )
  }

  revoke(orgId: string, invitationId: string): Promise<Result<void>> {
    return this.#http.send(INVITATION_ROUTES.deleteInvitation, { params: { orgId, invitationId } })
  }

  preview(token: string): Promise<Result<InvitationPreview>> {
    return this.#http.call(INVITATION_ROUTES.previewInvitation, { query: { token } })
  }

  accept(token: string): Promise<Result<void>> {
    return this.#http.send(INVITATION_ROUTES.acceptInvitation, { body: { token } })
  }
}

const invitationOf = (row: Partial<CamelCased<InvitationResponse>>): Invitation => ({
  id: '',
  email: '',
  roles: [],
  ...row,
})
