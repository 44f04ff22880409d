import { SERVICE_UID } from '../../../core/catalog/service-keys.ts'
import { first, only, type Query } from '../database/database.ts'

export interface ServiceMemberRow {
  readonly id: string
  readonly name: string | null
  readonly roles: string[]
  readonly flow_ids: string[] | null
  /** Nothing for a program without a stored key. */
  readonly key_start: string | null
  readonly previous_until: Date | null
  readonly expires_at: Date | null
  readonly created_at: Date
  readonly renewed_at: Date
  readonly last_used_at: Date | null
  readonly last_used_from: string | null
  /** It starts a flow only by a dry run that a person has approved. */
  readonly needs_approval: boolean
  /** Nothing for a key that is older than this record, and after the person has deleted their account. */
  readonly created_by: string | null
  readonly created_by_name: string | null
  /** Whoever made it is no member any more, so it is refused. */
  readonly is_orphaned: boolean
}

/** Of a key whose maker is recorded and is no member any more. */
const IS_ORPHANED = `(has_maker and not exists (
  select from memberships maker where maker.organization_id = service_members.organization_id and maker.user_uid = service_members.created_by))`

const SELECT = `
  select service_members.id, users.display_name as name, roles, flow_ids, key_start, previous_until, expires_at, service_members.created_at, renewed_at,
    last_used_at, last_used_from, needs_approval, created_by, coalesce(makers.display_name, makers.email) as created_by_name, ${IS_ORPHANED} as is_orphaned
  from service_members join users on users.uid = user_uid
  left join users makers on makers.uid = created_by
  join memberships on memberships.user_uid = service_members.user_uid and memberships.organization_id = service_members.organization_id
  where service_members.organization_id = $1`

export const listServiceMembers = (query: Query, organizationId: string): Promise<ServiceMemberRow[]> =>
  query<ServiceMemberRow>(`${SELECT} order by service_members.created_at, service_members.id`, [organizationId])

export const findServiceMember = (query: Query, organizationId: string, id: string) =>
  first(query<ServiceMemberRow>(`${SELECT} and service_members.id = $2`, [organizationId, id]))

/** How a key is kept. */
interface KeptKey {
  readonly hash: Buffer
  readonly start: string
  readonly expiresInDays: number | null
}

interface NewServiceMember {
  readonly name: string
  readonly role: string
  readonly flowIds: readonly string[] | null
  readonly needsApproval: boolean
  /** The uid of the person. */
  readonly by: string
  /** Absent: it proves itself with tokens of its own system. */
  readonly key?: KeptKey | undefined
}

/** In the system's scope, because nobody is a member yet who could see the user. @returns its id */
export const insertServiceMember = async (
  query: Query,
  organizationId: string,
  { name, role, flowIds, needsApproval, by, key }: NewServiceMember,
): Promise<string> =>
  (
    await only(
      query<{ id: string }>(
        `with made as (select gen_random_uuid() as id),
         known as (insert into users (uid, display_name) select '${SERVICE_UID}' || id, $2 from made returning uid),
         joined as (insert into memberships (organization_id, user_uid, roles) select $1, uid, array[$3] from known)
         insert into service_members (id, organization_id, user_uid, flow_ids, key_hash, key_start, expires_at, needs_approval, created_by, has_maker)
         select id, $1, uid, $4, $5, $6, now() + $7 * interval '1 day', $8, $9, true from made, known returning id`,
        [
          organizationId,
          name,
          role,
          flowIds,
          key?.hash ?? null,
          key?.start ?? null,
          key?.expiresInDays ?? null,
          needsApproval,
          by,
        ],
      ),
    )
  ).id

/** @param overlapHours how long the key before stays valid; zero: not at all */
export const replaceKey = (query: Query, organizationId: string, id: string, key: KeptKey, overlapHours: number) =>
  query(
    `update service_members set key_hash = $3, key_start = $4, expires_at = now() + $5 * interval '1 day', renewed_at = now(),
       previous_hash = case when $6 > 0 then key_hash end,
       previous_until = case when $6 > 0 and key_hash is not null then least(expires_at, now() + $6 * interval '1 hour') end
     where organization_id = $1 and id = $2`,
    [organizationId, id, key.hash, key.start, key.expiresInDays, overlapHours],
  )

/** From now on the key may what this person may. */
export const recordMaker = (query: Query, organizationId: string, id: string, uid: string) =>
  query('update service_members set created_by = $3, has_maker = true where organization_id = $1 and id = $2', [
    organizationId,
    id,
    uid,
  ])

/** In the system's scope: the user and the membership go with it. */
export const deleteServiceMember = (query: Query, organizationId: string, id: string) =>
  query('delete from users where uid = (select user_uid from service_members where organization_id = $1 and id = $2)', [
    organizationId,
    id,
  ])

/** Users outlive an organization, but these are nobody without it. */
export const deleteServiceMembers = (query: Query, organizationId: string) =>
  query('delete from users where uid in (select user_uid from service_members where organization_id = $1)', [
    organizationId,
  ])

export interface KeyHolderRow {
  readonly id: string
  readonly uid: string
  readonly name: string | null
  readonly flow_ids: string[] | null
  readonly needs_approval: boolean
  /** The end of the presented key. */
  readonly ends_at: Date | null
  readonly has_ended: boolean
  readonly is_orphaned: boolean
}

/**
 * Whose key this is, in the system's scope: also one that has been renewed within the overlap, or has expired, and a short one. Notes at most once a
 * minute when and from where it was used.
 */
export async function findKeyHolder(query: Query, hash: Buffer, address?: string): Promise<KeyHolderRow | undefined> {
  const found = await first(
    query<KeyHolderRow & { readonly is_noted: boolean }>(
      `select service_members.id, user_uid as uid, display_name as name, flow_ids, needs_approval, ends_at, coalesce(ends_at <= now(), false) as has_ended, ${IS_ORPHANED} as is_orphaned,
         coalesce(last_used_at > now() - interval '1 minute', false) and last_used_from is not distinct from coalesce($2, last_used_from) as is_noted
       from service_members join users on users.uid = user_uid
       cross join lateral (
         select case when key_hash = $1 then service_members.expires_at when previous_hash = $1 then previous_until
           else (select short_keys.expires_at from short_keys where short_keys.key_hash = $1) end as ends_at) presented
       where service_members.key_hash = $1 or (previous_hash = $1 and previous_until > now())
         or service_members.id = (select service_member_id from short_keys where short_keys.key_hash = $1)`,
      [hash, address ?? null],
    ),
  )
  if (found && !found.is_noted && !found.has_ended && !found.is_orphaned)
    await query(
      'update service_members set last_used_at = now(), last_used_from = coalesce($2, last_used_from) where id = $1',
      [found.id, address ?? null],
    )
  return found
}
