import type { Principal } from '../identity/principal.ts'
import type { Query } from './database.ts'

export interface AuditRow {
  readonly id: number
  readonly at: Date
  readonly actor_uid: string
  readonly actor_name: string | null
  readonly action: string
  readonly target_id: string | null
  readonly target_name: string | null
}

/** What was done, noun and verb, and to what. */
export interface AuditEvent {
  readonly action: `${'organization' | 'member' | 'invitation' | 'integration' | 'connection' | 'flow' | 'run'}.${string}`
  readonly id?: string
  readonly name?: string | null
}

/** Writes down who did what, within the transaction that does it. */
export const recordAudit = (
  query: Query,
  organizationId: string,
  actor: Pick<Principal, 'uid' | 'displayName' | 'email'>,
  { action, id, name }: AuditEvent,
): Promise<object[]> =>
  query(
    `insert into audit_events (organization_id, actor_uid, actor_name, action, target_id, target_name)
     values ($1, $2, coalesce((select coalesce(display_name, email) from users where uid = $2), $3), $4, $5, $6)`,
    [organizationId, actor.uid, actor.displayName ?? actor.email ?? null, action, id ?? null, name ?? null],
  )

/** Newest first; those before `before` where given. */
export const listAuditEvents = (
  query: Query,
  organizationId: string,
  before: number | undefined,
  limit: number,
): Promise<AuditRow[]> =>
  query<AuditRow>(
    `select id, at, actor_uid, actor_name, action, target_id, target_name from audit_events
     where organization_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
    [organizationId, before ?? null, limit],
  )
