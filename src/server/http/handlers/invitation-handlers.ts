import { acceptInvitation, refuseIfOver } from '../../domain/members/accept-invitation.ts'
import { hashInvitationToken, inviteMember, makeInvitationToken } from '../../domain/members/invite-member.ts'
import { notFound, RequestError } from '../../domain/request-error.ts'
import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { InvitationMail } from '../../mail/invitation-mail.ts'
import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import {
  findInvitation,
  findInvitationByToken,
  type InvitationRow,
  listPendingInvitations,
  renewInvitation,
  revokeInvitation,
} from '../../store/organizations/invitations.ts'
import { listOrganizations } from '../../store/organizations/organizations.ts'
import type { Handlers } from '../handler.ts'

interface Deps {
  readonly database: Database
  readonly mail: InvitationMail
  /** Where the client is served, for the links in invitations. */
  readonly publicOrigin: (request: Request) => string
  readonly log: Log
}

export function invitationHandlers({ database, mail, publicOrigin, log }: Deps) {
  /** The link goes to the inviter too, who can hand it over where no mail server is configured. */
  const deliver = async (row: InvitationRow, token: string, request: Request, inviterName = 'A member') => {
    const url = `${publicOrigin(request)}/accept-invite?token=${token}`
    const isMailed = await mail({ to: row.email, organizationName: row.organization_name, inviterName, url }).catch(
      (error) => {
        log.warn('invitation not mailed', { error: describeError(error) })
        return false
      },
    )
    return { ...toWire(row), url, mailed: isMailed }
  }

  return {
    listInvitations: async ({ member: { organizationId } }) =>
      (await database.inOrganization(organizationId, (query) => listPendingInvitations(query, organizationId))).map(
        toWire,
      ),

    createInvitation: async ({ member: { organizationId }, principal, body, request }) => {
      const { row, token } = await database.inOrganization(organizationId, async (query) => {
        const { id, token } = await inviteMember(query, principal, { organizationId, ...body })
        await recordAudit(query, organizationId, principal, { action: 'member.invited', id, name: body.email })
        return { row: await requirePending(await findInvitation(query, organizationId, id)), token }
      })
      return deliver(row, token, request, principal.displayName ?? principal.email)
    },

    resendInvitation: async ({ member: { organizationId }, principal, params, request }) => {
      const { token, tokenHash } = makeInvitationToken()
      const row = await database.inOrganization(organizationId, async (query) => {
        const { id, email } = requirePending(await findInvitation(query, organizationId, params['invitationId'] ?? ''))
        if (!(await renewInvitation(query, organizationId, id, tokenHash))) throw notFound()
        await recordAudit(query, organizationId, principal, { action: 'invitation.resent', id, name: email })
        return requirePending(await findInvitation(query, organizationId, id))
      })
      return deliver(row, token, request, principal.displayName ?? principal.email)
    },

    deleteInvitation: ({ member: { organizationId }, principal, params }) =>
      database.inOrganization(organizationId, async (query) => {
        const { id, email } = requirePending(await findInvitation(query, organizationId, params['invitationId'] ?? ''))
        if (!(await revokeInvitation(query, organizationId, id))) throw notFound()
        await recordAudit(query, organizationId, principal, { action: 'invitation.revoked', id, name: email })
        return undefined
      }),

    acceptInvitation: async ({ principal, body }) => {
      const organizationId = await database.asSystem(async (query) => {
        const { organization_id: id, email } = await acceptInvitation(query, principal, body.token)
        await recordAudit(query, id, principal, { action: 'invitation.accepted', name: email })
        return id
      })
      const organizations = await database.asUser(principal.uid, (query) => listOrganizations(query, principal.uid))
      const organization = organizations.find(({ id }) => id === organizationId)
      if (!organization) throw notFound()
      return { ...organization, created_at: organization.created_at.toISOString() }
    },

    previewInvitation: async ({ query: { token } }) => {
      const row = await database.asSystem((query) => findInvitationByToken(query, hashInvitationToken(token)))
      if (!row) throw new RequestError(404, 'INVITATION_UNKNOWN', 'This invitation link is not valid.')
      refuseIfOver(row)
      return { organization_name: row.organization_name, email: row.email, roles: row.roles }
    },
  } satisfies Partial<Handlers>
}

const requirePending = (row: InvitationRow | undefined): InvitationRow => {
  if (!row || row.accepted_at || row.revoked_at) throw notFound()
  return row
}

const toWire = (row: InvitationRow) => ({
  id: row.id,
  email: row.email,
  roles: row.roles,
  status: row.is_expired ? 'expired' : 'pending',
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})
