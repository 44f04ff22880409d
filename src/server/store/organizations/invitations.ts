import type { Query } from '../database/database.ts'

export interface InvitationRow {
  readonly id: string
  readonly organization_id: string
  readonly organization_name: string
  readonly email: string
  readonly roles: string[]
  readonly invited_by: string
  readonly created_at: Date
  readonly expires_at: Date
  readonly is_expired: boolean
  readonly accepted_at: Date | null
  readonly revoked_at: Date | null
}

// The database's clock decides, so that a server with a wrong clock cannot keep a link valid.
const SELECT = `
  select invitations.id, organization_id, organizations.name as organization_name, email, roles, invited_by,
    invitations.created_at, expires_at, expires_at < now() as is_expired, accepted_at, revoked_at
  from invitations join organizations on organizations.id = organization_id and deleted_at is null`

const LIFETIME = `interval '7 days'`

const PENDING = 'accepted_at is null and revoked_at is null'

export const listPendingInvitations = (query: Query, organizationId: string): Promise<InvitationRow[]> =>
  query<InvitationRow>(`${SELECT} where organization_id = $1 and ${PENDING} order by invitations.created_at`, [
    organizationId,
  ])

export async function findInvitation(
  query: Query,
  organizationId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  return (
    await query<InvitationRow>(`${SELECT} where organization_id = $1 and invitations.id = $2`, [organizationId, id])
  )[0]
}

export const findInvitationByToken = async (query: Query, tokenHash: Uint8Array): Promise<InvitationRow | undefined> =>
  (await query<InvitationRow>(`${SELECT} where token_hash = $1`, [tokenHash]))[0]

/** The same, locked until the end of the transaction, so that it is accepted once. */
export const lockInvitationByToken = async (query: Query, tokenHash: Uint8Array): Promise<InvitationRow | undefined> =>
  (await query<InvitationRow>(`${SELECT} where token_hash = $1 for update of invitations`, [tokenHash]))[0]

export interface NewInvitation {
  readonly organizationId: string
  readonly email: string
  readonly roles: readonly string[]
  readonly tokenHash: Uint8Array
  readonly invitedBy: string
}

/** @returns the id, or nothing when the address already has a pending invitation */
export async function insertInvitation(query: Query, invitation: NewInvitation): Promise<string | undefined> {
  const { organizationId, email, roles, tokenHash, invitedBy } = invitation
  const [row] = await query<{ id: string }>(
    `insert into invitations (organization_id, email, roles, token_hash, invited_by, expires_at)
     values ($1, $2, $3, $4, $5, now() + ${LIFETIME}) on conflict do nothing returning id`,
    [organizationId, email, roles, tokenHash, invitedBy],
  )
  return row?.id
}

/** Gives a pending invitation a new token and a new week; the old link becomes invalid. @returns whether it was pending */
export const renewInvitation = async (
  query: Query,
  organizationId: string,
  id: string,
  tokenHash: Uint8Array,
): Promise<boolean> =>
  (
    await query(
      `update invitations set token_hash = $3, expires_at = now() + ${LIFETIME}
       where organization_id = $1 and id = $2 and ${PENDING} returning id`,
      [organizationId, id, tokenHash],
    )
  ).length === 1

/** @returns whether it was pending, and not accepted at the same moment */
export const revokeInvitation = async (query: Query, organizationId: string, id: string): Promise<boolean> =>
  (
    await query(
      `update invitations set revoked_at = now() where organization_id = $1 and id = $2 and ${PENDING} returning id`,
      [organizationId, id],
    )
  ).length === 1

export const markAccepted = (query: Query, id: string): Promise<object[]> =>
  query('update invitations set accepted_at = now() where id = $1', [id])
