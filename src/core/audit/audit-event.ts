/** What was changed of one field; values are absent where they are a structure or a secret. */
export interface AuditChange {
  /** The way to the field, from the outside in. */
  readonly path: readonly string[]
  readonly kind: 'added' | 'removed' | 'changed'
  readonly from?: string
  readonly to?: string
}

/** Something that a person did in an organization. */
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
  /** Where the call came from. */
  readonly address?: string
  /** Of what has fields, such as a flow. */
  readonly changes?: readonly AuditChange[]
}

/** Newest first. */
export interface AuditPage {
  readonly events: readonly AuditEvent[]
  /** Where earlier events begin; absent on the last page. */
  readonly nextCursor?: string
}
