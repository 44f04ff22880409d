import { CHANGED_KINDS, type ChangedKind } from '../../../core/catalog/changed-kinds.ts'
import { announcedChange } from '../database/announced-change.ts'
import type { Query } from '../database/database.ts'

/** The change of one field. Values are absent if they are a structure or a secret. */
export interface AuditChange {
  /** The path to the field, from the outside in; an item of a list is named by its identity. */
  readonly path: readonly string[]
  readonly kind: 'added' | 'removed' | 'changed'
  readonly from?: string
  readonly to?: string
}

export interface AuditRow {
  readonly id: number
  readonly at: Date
  readonly actor_uid: string
  readonly actor_name: string | null
  readonly action: string
  readonly target_id: string | null
  readonly target_name: string | null
  readonly address: string | null
  readonly changes: readonly AuditChange[] | null
}

/** The action, noun and verb, and its object. */
export interface AuditEvent {
  readonly action: `${'organization' | 'member' | 'invitation' | 'integration' | 'connection' | 'flow' | 'run' | 'alert-channel'}.${string}`
  readonly id?: string
  readonly name?: string | null
  readonly changes?: readonly AuditChange[]
}

/** The person or program that did something; `address` is where the call came from. */
export interface Actor {
  readonly uid: string
  readonly displayName?: string
  readonly email?: string
  readonly address?: string
}

/** Records who did what, in the same transaction; watchers of the organization are notified of the change. */
export const recordAudit = (
  query: Query,
  organizationId: string,
  actor: Actor,
  { action, id, name, changes }: AuditEvent,
): Promise<object[]> =>
  query(
    `with written as (
       insert into audit_events (organization_id, actor_uid, actor_name, action, target_id, target_name, address, changes)
       values ($1, $2, coalesce((select coalesce(display_name, email) from users where uid = $2), $3), $4, $5, $6, $7, $8)
       returning organization_id)
     select ${announcedChange('$9::text', '$5::text')} from written where $9::text is not null`,
    [
      organizationId,
      actor.uid,
      actor.displayName ?? actor.email ?? null,
      action,
      id ?? null,
      name ?? null,
      actor.address ?? null,
      changes && changes.length > 0 ? JSON.stringify(changes) : null,
      changedKind(action) ?? null,
    ],
  )

/** Reading or testing changes nothing. */
const WITHOUT_CHANGE = ['integration.details-read', 'member.sign-in-failed', 'flow.rows_shown', 'run.rows_shown']

/** An invitation belongs to a member, and has its own notification. */
const OF_OTHER_KIND: Readonly<Record<string, ChangedKind>> = { 'member.invited': 'invitation' }

function changedKind(action: AuditEvent['action']): ChangedKind | undefined {
  if (WITHOUT_CHANGE.includes(action)) return undefined
  const noun = action.split('.')[0]
  return OF_OTHER_KIND[action] ?? CHANGED_KINDS.find((known) => known === noun)
}

export interface AuditFilter {
  readonly action?: string | undefined
  readonly actor?: string | undefined
  /** Included. */
  readonly from?: string | undefined
  /** Not included. */
  readonly to?: string | undefined
  /** Only events with a lower id. */
  readonly before?: number | undefined
}

/** Newest first. */
export const listAuditEvents = (
  query: Query,
  organizationId: string,
  { action, actor, from, to, before }: AuditFilter,
  limit: number,
): Promise<AuditRow[]> =>
  query<AuditRow>(
    `select id, at, actor_uid, actor_name, action, target_id, target_name, address, changes from audit_events
     where organization_id = $1 and ($2::bigint is null or id < $2)
       and ($3::text is null or action = $3) and ($4::text is null or actor_uid = $4)
       and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at < $6)
     order by id desc limit $7`,
    [organizationId, before ?? null, action ?? null, actor ?? null, from ?? null, to ?? null, limit],
  )

/** The oldest events first, as they are numbered in the order of their times. @returns the number of events that are gone */
export const expireAudit = async (
  query: Query,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<number> => {
  const gone = await query(
    `with first as (select id, at from audit_events order by id limit $2)
     delete from audit_events using first where audit_events.id = first.id and first.at < now() - $1 * interval '1 day' returning 1 as gone`,
    [days, limit],
  )
  return gone.length
}
