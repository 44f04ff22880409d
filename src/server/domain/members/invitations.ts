import type { Role } from '../../../core/catalog/permissions.ts'
import { type Database, ofOrganization, type Query } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import {
  findInvitation,
  findInvitationByToken,
  type InvitationRow,
  listPendingInvitations,
  renewInvitation,
  revokeInvitation,
} from '../../store/organizations/invitations.ts'
import { listOrganizations, type OrganizationRow } from '../../store/organizations/organizations.ts'
import { findUser, languagesOf } from '../../store/people/users.ts'
import type { Principal } from '../people/principal.ts'
import { notFound } from '../request-error.ts'
import { acceptInvitation, invitationUnknown, refuseIfOver } from './accept-invitation.ts'
import { hashInvitationToken, inviteMember, makeInvitationToken } from './invite-member.ts'
import type { Member } from './member.ts'

/** An invitation with the token of its link, which is not stored. */
interface SentInvitation {
  readonly invitation: InvitationRow
  readonly token: string
  /** The language of the invited person, else of the inviter; absent if neither is known. */
  readonly language: string | undefined
}

export const readInvitations = ofOrganization(listPendingInvitations)

/** @throws RequestError */
export async function createInvitation(
  database: Database,
  { organizationId, person }: Member,
  { email, roles }: { readonly email: string; readonly roles: readonly Role[] },
): Promise<SentInvitation> {
  const sent = await database.inOrganization(organizationId, async (query) => {
    const { id, token } = await inviteMember(query, person, { organizationId, email, roles })
    await recordAudit(query, organizationId, person, { action: 'member.invited', id, name: email })
    return { invitation: await requirePending(query, organizationId, id), token }
  })
  return { ...sent, language: await languageFor(database, email, person) }
}

/** Gives an invitation a new link and another week; the previous link becomes invalid. @throws RequestError not found */
export async function resendInvitation(
  database: Database,
  { organizationId, person }: Member,
  invitationId: string,
): Promise<SentInvitation> {
  const sent = await database.inOrganization(organizationId, async (query) => {
    const { token, tokenHash } = makeInvitationToken()
    const { id, email } = await requirePending(query, organizationId, invitationId)
    if (!(await renewInvitation(query, organizationId, id, tokenHash))) throw notFound()
    await recordAudit(query, organizationId, person, { action: 'invitation.resent', id, name: email })
    return { invitation: await requirePending(query, organizationId, id), token }
  })
  return { ...sent, language: await languageFor(database, sent.invitation.email, person) }
}

const languageFor = (database: Database, email: string, inviter: Principal): Promise<string | undefined> =>
  database.asSystem(async (query) => {
    const known = await languagesOf(query, [email])
    return known.get(email.toLowerCase()) ?? (await findUser(query, inviter.uid))?.language ?? undefined
  })

/** @throws RequestError not found */
export const withdrawInvitation = (database: Database, { organizationId, person }: Member, invitationId: string) =>
  database.inOrganization(organizationId, async (query) => {
    const { id, email } = await requirePending(query, organizationId, invitationId)
    if (!(await revokeInvitation(query, organizationId, id))) throw notFound()
    await recordAudit(query, organizationId, person, { action: 'invitation.revoked', id, name: email })
  })

/** @returns the organization of the new member. @throws RequestError */
export async function joinByInvitation(database: Database, person: Principal, token: string): Promise<OrganizationRow> {
  const organizationId = await database.asSystem(async (query) => {
    const { organization_id: id, email } = await acceptInvitation(query, person, token)
    await recordAudit(query, id, person, { action: 'invitation.accepted', name: email })
    return id
  })
  const organizations = await database.asUser(person.uid, (query) => listOrganizations(query, person.uid))
  const organization = organizations.find(({ id }) => id === organizationId)
  if (!organization) throw notFound()
  return organization
}

/** The invitation of a link. @throws RequestError if the link is no longer valid */
export async function readInvitation(database: Database, token: string): Promise<InvitationRow> {
  const row = await database.asSystem((query) => findInvitationByToken(query, hashInvitationToken(token)))
  if (!row) throw invitationUnknown()
  refuseIfOver(row)
  return row
}

async function requirePending(query: Query, organizationId: string, id: string): Promise<InvitationRow> {
  const row = await findInvitation(query, organizationId, id)
  if (!row || row.accepted_at || row.revoked_at) throw notFound()
  return row
}
