import { first, type Query } from '../database/database.ts'

/** A request that a person has answered: the program that gets the key. */
export interface AnsweredRequestRow {
  readonly organization_id: string
  readonly service_member_id: string
  /** Nothing: the key is valid until it is revoked. */
  readonly expires_in_days: number | null
}

/** Requests that have ended are deleted. @returns when it ends; nothing if the code is taken */
export const insertKeyRequest = (query: Query, code: string, secretHash: Buffer, minutes: number) =>
  first(
    query<{ expires_at: Date }>(
      `with ended as (delete from key_requests where expires_at <= now())
       insert into key_requests (code, secret_hash, expires_at) values ($1, $2, now() + $3 * interval '1 minute')
       on conflict do nothing returning expires_at`,
      [code, secretHash, minutes],
    ),
  )

/** @returns whether it was there and unanswered */
export const answerKeyRequest = async (
  query: Query,
  code: string,
  { serviceMemberId, expiresInDays }: { readonly serviceMemberId: string; readonly expiresInDays: number | null },
): Promise<boolean> =>
  (await first(
    query<{ code: string }>(
      `update key_requests set service_member_id = $2, expires_in_days = $3
       where code = $1 and service_member_id is null and expires_at > now() returning code`,
      [code, serviceMemberId, expiresInDays],
    ),
  )) !== undefined

/** Whether there is such a request, which nobody has answered yet. */
export const isKeyAwaited = async (query: Query, secretHash: Buffer): Promise<boolean> =>
  (await first(
    query<{ code: string }>(
      'select code from key_requests where secret_hash = $1 and service_member_id is null and expires_at > now()',
      [secretHash],
    ),
  )) !== undefined

/** The answer, once: the request is deleted. */
export const takeKeyRequest = (query: Query, secretHash: Buffer) =>
  first(
    query<AnsweredRequestRow>(
      `delete from key_requests using service_members
       where secret_hash = $1 and key_requests.expires_at > now() and service_members.id = service_member_id
       returning service_members.organization_id, service_members.id as service_member_id, key_requests.expires_in_days`,
      [secretHash],
    ),
  )
