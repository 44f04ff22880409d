/** The change of one field; values are absent if they are a structure or a secret. */
export interface AuditChange {
  /** The path to the field, from the outside in. */
  readonly path: readonly string[]
  readonly kind: 'added' | 'removed' | 'changed'
  readonly from?: string
  readonly to?: string
}

/** An action of a person in an organization. */
export interface AuditEvent {
  readonly id: number
  /** ISO 8601. */
  readonly at: string
  readonly actorUid: string
  readonly actorName?: string
  /** Noun and verb, for example `flow.created`. */
  readonly action: string
  readonly targetId?: string
  readonly targetName?: string
  /** The address of the call. */
  readonly address?: string
  /** For objects with fields, such as a flow. */
  readonly changes?: readonly AuditChange[]
}

/** Newest first. */
export interface AuditPage {
  readonly events: readonly AuditEvent[]
  /** The cursor for earlier events; absent on the last page. */
  readonly nextCursor?: string
}
