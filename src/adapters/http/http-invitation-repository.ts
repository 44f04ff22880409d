import type { z } from 'zod/mini'

import type { invitationResponse } from '../../contract/invitations.ts'
import { INVITATION_ROUTES } from '../../contract/invitations.ts'
import type { Invitation, InvitationPreview, NewInvitation } from '../../core/invitations/invitation.ts'
import type { InvitationRepository } from '../../core/invitations/invitation-repository.ts'
import { map, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'
import { withoutAbsent } from './without-absent.ts'

export class HttpInvitationRepository implements InvitationRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(orgId: string): Promise<Result<readonly Invitation[]>> {
    const listed = await this.#http.call(INVITATION_ROUTES.listInvitations, { params: { orgId } })
    return map(listed, (rows) => rows.map(invitationFromWire))
  }

  async create(orgId: string, { email, roles }: NewInvitation): Promise<Result<Invitation>> {
    const request = { params: { orgId }, body: { email, roles: [...roles] } }
    return map(await this.#http.callLoosely(INVITATION_ROUTES.createInvitation, request), invitationFromWire)
  }

  async resend(orgId: string, invitationId: string): Promise<Result<Invitation>> {
    return map(
      await this.#http.call(INVITATION_ROUTES.resendInvitation, { params: { orgId, invitationId } }),
      invitationFromWire,
    )
  }

  revoke(orgId: string, invitationId: string): Promise<Result<void>> {
    return this.#http.send(INVITATION_ROUTES.deleteInvitation, { params: { orgId, invitationId } })
  }

  async preview(token: string): Promise<Result<InvitationPreview>> {
    return map(
      await this.#http.call(INVITATION_ROUTES.previewInvitation, { query: { token } }),
      ({ organization_name, email, roles }) => ({ organizationName: organization_name, email, roles }),
    )
  }

  accept(token: string): Promise<Result<void>> {
    return this.#http.send(INVITATION_ROUTES.acceptInvitation, { body: { token } })
  }
}

const invitationFromWire = ({
  id = '',
  email = '',
  roles = [],
  status,
  expires_at,
  url,
  mailed,
}: z.output<typeof invitationResponse>): Invitation => ({
  id,
  email,
  roles,
  ...withoutAbsent({ status, expiresAt: expires_at, url, mailed }),
})
