import type { InvitationMail } from '../../domain/members/invitation-mail.ts'
import {
  createInvitation,
  joinByInvitation,
  readInvitation,
  readInvitations,
  resendInvitation,
  withdrawInvitation,
} from '../../domain/members/invitations.ts'
import type { Principal } from '../../domain/people/principal.ts'
import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { Database } from '../../store/database/database.ts'
import type { InvitationRow } from '../../store/organizations/invitations.ts'
import type { Handlers } from '../handler.ts'
import { organizationToWire } from '../wire/organization-to-wire.ts'

interface Deps {
  readonly database: Database
  readonly mail: InvitationMail
  /** The address of the client, for the links in invitations. */
  readonly publicOrigin: (request: Request) => string
  readonly log: Log
}

export function invitationHandlers({ database, mail, publicOrigin, log }: Deps) {
  /** The inviter gets the link too, and can forward it if no mail server is configured. */
  const deliver = async (
    { invitation, token, language }: Awaited<ReturnType<typeof resendInvitation>>,
    request: Request,
    { displayName, email }: Principal,
  ) => {
    const url = `${publicOrigin(request)}/accept-invite?token=${token}`
    const letter = {
      to: invitation.email,
      organizationName: invitation.organization_name,
      inviterName: displayName ?? email,
      url,
      language,
    }
    const isMailed = await mail(letter).catch((error) => {
      log.warn('invitation not mailed', { error: describeError(error) })
      return false
    })
    return { ...toWire(invitation), url, mailed: isMailed }
  }

  return {
    listInvitations: async ({ member: { organizationId } }) =>
      (await readInvitations(database, organizationId)).map(toWire),

    createInvitation: async ({ member, principal, body, request }) =>
      deliver(await createInvitation(database, member, body), request, principal),

    resendInvitation: async ({ member, principal, params, request }) =>
      deliver(await resendInvitation(database, member, params['invitationId'] ?? ''), request, principal),

    deleteInvitation: async ({ member, params }) => {
      await withdrawInvitation(database, member, params['invitationId'] ?? '')
      return undefined
    },

    acceptInvitation: async ({ principal, body }) =>
      organizationToWire(await joinByInvitation(database, principal, body.token)),

    previewInvitation: async ({ query: { token } }) => {
      const { organization_name, email, roles } = await readInvitation(database, token)
      return { organization_name, email, roles }
    },
  } satisfies Partial<Handlers>
}

const toWire = (row: InvitationRow) => ({
  id: row.id,
  email: row.email,
  roles: row.roles,
  status: row.is_expired ? 'expired' : 'pending',
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})
