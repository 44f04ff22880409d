import type { SealedCredentials } from '../../vault/vault.ts'
import { first, type Query } from '../database/database.ts'

/** Without a sign of life for this long, the process that worked on a call is taken for dead. */
const LEASE = `interval '30 seconds'`
const KEPT = `interval '24 hours'`

/** Of one caller, in 24 hours. */
export const MAX_KEYS = 10_000
/** Of the answers of one caller, in 24 hours. */
const MAX_BYTES = 64 * 1024 * 1024

export interface RequestKeyRow {
  readonly fingerprint: string
  readonly is_leased: boolean
  readonly changed: boolean
  readonly status: number | null
  readonly sealed: SealedCredentials | null
  readonly bytes: number
}

export interface NewRequestKey {
  readonly id: Buffer
  readonly caller: Buffer
  readonly organizationId: string | undefined
  readonly fingerprint: string
  readonly attempt: string
}

/**
 * Reserves a key. An expired one counts as new, and one whose process is dead and has changed nothing is taken over.
 * @returns whether this attempt has it
 */
export async function reserveKey(query: Query, key: NewRequestKey): Promise<boolean> {
  const { id, caller, organizationId, fingerprint, attempt } = key
  const reserved = await query(
    `insert into request_keys as kept (id, caller, organization_id, fingerprint, attempt, leased_until)
     select $1, $2, $3, $4, $5, clock_timestamp() + ${LEASE}
     where (select count(*) from (
       select from request_keys where caller = $2 and created_at > now() - ${KEPT} limit ${MAX_KEYS}) used) < ${MAX_KEYS}
     on conflict (id) do update set fingerprint = excluded.fingerprint, attempt = excluded.attempt,
       leased_until = excluded.leased_until, changed = false, status = null, sealed = null, bytes = 0, created_at = now()
     where kept.created_at < now() - ${KEPT} or (kept.fingerprint = excluded.fingerprint and not kept.changed
       and kept.status is null and kept.leased_until < clock_timestamp())
     returning true as reserved`,
    [id, caller, organizationId ?? null, fingerprint, attempt],
  )
  return reserved.length > 0
}

export const findKey = (query: Query, id: Buffer): Promise<RequestKeyRow | undefined> =>
  first(
    query<RequestKeyRow>(
      `select fingerprint, leased_until > clock_timestamp() as is_leased, changed, status, sealed, bytes
       from request_keys where id = $1 and created_at >= now() - ${KEPT}`,
      [id],
    ),
  )

/** A sign of life. */
export const keepLease = (query: Query, id: Buffer, attempt: string): Promise<object[]> =>
  query(`update request_keys set leased_until = clock_timestamp() + ${LEASE} where id = $1 and attempt = $2`, [
    id,
    attempt,
  ])

/** In the transaction that changes something. @returns false when another attempt has taken the key over */
export async function noteChanged(query: Query, id: Uint8Array, attempt: string): Promise<boolean> {
  const noted = await query(
    'update request_keys set changed = true where id = $1 and attempt = $2 returning true as noted',
    [id, attempt],
  )
  return noted.length > 0
}

/** The answer; without its body if the caller's answers would be larger than their limit. */
export const saveAnswer = (
  query: Query,
  id: Buffer,
  attempt: string,
  {
    status,
    sealed,
    bytes,
  }: { readonly status: number; readonly sealed: SealedCredentials | null; readonly bytes: number },
): Promise<object[]> =>
  query(
    `update request_keys set status = $3, bytes = $5::int,
       sealed = case when (select coalesce(sum(bytes), 0) from request_keys other
         where other.caller = request_keys.caller and other.sealed is not null) + $5::int <= ${MAX_BYTES} then $4::jsonb end
     where id = $1 and attempt = $2`,
    [id, attempt, status, sealed, bytes],
  )

/** The key of a call that has failed is free again, unless it changed something. @returns whether it is free */
export async function freeKey(query: Query, id: Buffer, attempt: string): Promise<boolean> {
  const freed = await query(
    'delete from request_keys where id = $1 and attempt = $2 and not changed returning true as freed',
    [id, attempt],
  )
  return freed.length > 0
}

/** The call has ended without an answer that a repeat may get. */
export const endLease = (query: Query, id: Buffer, attempt: string): Promise<object[]> =>
  query('update request_keys set leased_until = clock_timestamp() where id = $1 and attempt = $2', [id, attempt])

export const expireRequestKeys = (query: Query): Promise<object[]> =>
  query(`delete from request_keys where created_at < now() - ${KEPT}`)
