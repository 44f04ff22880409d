import { first, only, type Query } from '../database/database.ts'

/** Whose tokens a program may exchange for a key. */
export interface FederatedCredentialRow {
  readonly id: string
  readonly organization_id: string
  readonly service_member_id: string
  readonly issuer: string
  readonly audience: string
  readonly subject: string
  readonly created_at: Date
  readonly last_used_at: Date | null
  /** Of the token that was exchanged last. */
  readonly last_subject: string | null
}

const SELECT = `select id, organization_id, service_member_id, issuer, audience, subject, created_at, last_used_at, last_subject
  from federated_credentials`

export const listFederatedCredentials = (query: Query, organizationId: string): Promise<FederatedCredentialRow[]> =>
  query<FederatedCredentialRow>(`${SELECT} where organization_id = $1 order by created_at, id`, [organizationId])

/** In the system's scope, because whoever presents a token has not said of which organization. */
export const listCredentialsOf = (query: Query, serviceMemberId: string): Promise<FederatedCredentialRow[]> =>
  query<FederatedCredentialRow>(`${SELECT} where service_member_id = $1 order by created_at, id`, [serviceMemberId])

interface NewCredential {
  readonly issuer: string
  readonly audience: string
  readonly subject: string
}

export const insertFederatedCredential = (
  query: Query,
  organizationId: string,
  serviceMemberId: string,
  { issuer, audience, subject }: NewCredential,
): Promise<FederatedCredentialRow> =>
  only(
    query<FederatedCredentialRow>(
      `insert into federated_credentials (organization_id, service_member_id, issuer, audience, subject) values ($1, $2, $3, $4, $5)
       returning id, organization_id, service_member_id, issuer, audience, subject, created_at, last_used_at, last_subject`,
      [organizationId, serviceMemberId, issuer, audience, subject],
    ),
  )

/** Its short keys go with it. @returns whether it was there */
export const deleteFederatedCredential = async (
  query: Query,
  organizationId: string,
  serviceMemberId: string,
  id: string,
): Promise<boolean> =>
  (await first(
    query<{ id: string }>(
      'delete from federated_credentials where organization_id = $1 and service_member_id = $2 and id = $3 returning id',
      [organizationId, serviceMemberId, id],
    ),
  )) !== undefined

interface ShortKey {
  readonly hash: Buffer
  readonly minutes: number
  /** Of the token that it was exchanged for. */
  readonly subject: string
}

/** Stores a key that is valid for minutes; keys of the credential that have ended are deleted. @returns when it ends */
export const insertShortKey = async (
  query: Query,
  { id, organization_id, service_member_id }: FederatedCredentialRow,
  { hash, minutes, subject }: ShortKey,
): Promise<Date> =>
  (
    await only(
      query<{ expires_at: Date }>(
        `with ended as (delete from short_keys where credential_id = $2 and expires_at <= now()),
         used as (update federated_credentials set last_used_at = now(), last_subject = $6 where id = $2)
         insert into short_keys (key_hash, organization_id, credential_id, service_member_id, expires_at)
         values ($1, $3, $2, $4, now() + $5 * interval '1 minute') returning expires_at`,
        [hash, id, organization_id, service_member_id, minutes, subject],
      ),
    )
  ).expires_at
