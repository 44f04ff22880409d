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

export interface AuditEvent {
  readonly organizationId: string
  readonly actor: Principal
  /** Noun and verb, for example `member.removed`. */
  readonly action: string
  readonly targetId?: string
  readonly targetName?: string
}

/** Writes down who did what, within the transaction that does it. */
export const insertAuditEvent = (
  query: Query,
  { organizationId, actor, action, targetId, targetName }: AuditEvent,
): Promise<object[]> =>
  query(
    `insert into audit_events (organization_id, actor_uid, actor_name, action, target_id, target_name)
     values ($1, $2, coalesce((select coalesce(display_name, email) from users where uid = $2), $3), $4, $5, $6)`,
    [organizationId, actor.uid, actor.displayName ?? actor.email ?? null, action, targetId ?? null, targetName ?? null],
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
